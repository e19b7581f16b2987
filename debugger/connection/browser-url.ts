/** What the library wants of Node's `url`, for bundles that run in a browser: the class that browsers have as well. */
export const { URL } = globalThis;
