/** Lines `from` up to but not including `from + removed` have become `added` other ones. */
export interface LineChange {
  readonly from: number;
  readonly removed: number;
  readonly added: number;
}
