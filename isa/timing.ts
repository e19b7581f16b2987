/**
 * Facts of time and memory that the hardware and a VGA monitor fix.
 * Source: the Gigatron's video generation, the same in every released ROM.
 */

/** Clock, in cycles per second. One instruction takes one cycle. */
export const CLOCK_HZ = 6_250_000;
export const CYCLES_PER_LINE = 200;
export const LINES_PER_FRAME = 521;
/** Cycles of one frame (59.98 Hz). */
export const CYCLES_PER_FRAME = CYCLES_PER_LINE * LINES_PER_FRAME;
/** Cycles of each line in which hSync is low. */
export const HSYNC_CYCLES = 24;
/** Cycles from the rise of hSync to the first pixel. */
export const BACK_PORCH_CYCLES = 12;
/** Pixels of a line, one a cycle. */
export const PIXELS_PER_LINE = 160;
/** Scan lines for which vSync is low. */
export const VSYNC_LINES = 8;
/** hSync rises from the fall of vSync to the first visible line. */
export const LINES_TO_PICTURE = 36;
export const VISIBLE_LINES = 480;

/** OUT bits: active-low sync, then two bits each of blue, green, red. */
export const OUT_VSYNC = 0x80;
export const OUT_HSYNC = 0x40;
export const OUT_COLOUR = 0x3f;

/** Words of program memory. */
export const ROM_WORDS = 0x10000;
/** Bytes that a RAM address can name; with less RAM, they repeat. */
export const RAM_BYTES = 0x10000;
/** Words of a ROM page, and bytes of a RAM page. */
export const PAGE_SIZE = 0x100;
