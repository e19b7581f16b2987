/** Has Node load TypeScript; given to it with `--import`. */
import { register } from 'node:module';

register('./typescript.mjs', import.meta.url);
