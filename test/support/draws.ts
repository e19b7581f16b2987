/** How much property tests draw. TEST_TIMES, a number above 0, multiplies what each of them draws by default. */
const wish = process.env['TEST_TIMES'] ?? '1';
const times = Number(wish);
if (!(times > 0 && times < Infinity)) throw new Error(`TEST_TIMES must be a number above 0, not "${wish}"`);

/** How many values, programs or steps to draw, where a usual run draws `count`. */
export function draws(count: number): number {
  return Math.ceil(count * times);
}
