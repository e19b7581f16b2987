/** Stands for an object that hooks replace: each access goes to the current one. */
export function standIn<T extends object>(current: () => T): T {
  return new Proxy({} as T, {
    get(_, name) {
      const object = current();
      const value = object[name as keyof T] as unknown;
      return typeof value === 'function' ? (value.bind(object) as unknown) : value;
    },
  });
}
