export const start = (): void => undefined;
