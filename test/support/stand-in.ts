/** Stands for what hooks make before tests: whoever uses it uses what is there at that moment. */
export function standIn<T extends object>(current: () => T): T {
  return new Proxy({} as T, {
    get(_, name) {
      const object = current();
      const value = object[name as keyof T] as unknown;
      return typeof value === 'function' ? (value.bind(object) as unknown) : value;
    },
  });
}
