/** What a client was told last, so that the next answer can leave out what it has already. */

/** @typeParam Parts what an answer consists of; the parts are compared by their JSON */
export class LastAnswer<Parts extends object> {
  private cycle: number | undefined;
  private texts = new Map<keyof Parts, string>();

  /**
   * The parts that differ from those of the last answer; all of them for a client that has not got it.
   * @param known cycle of the answer that the client has
   */
  changes(parts: Parts, cycle: number, known: number | undefined): Partial<Parts> {
    const before = known !== undefined && known === this.cycle ? this.texts : undefined;
    const changes: Partial<Parts> = {};
    this.texts = new Map();
    this.cycle = cycle;
    for (const name of Object.keys(parts) as (keyof Parts)[]) {
      const text = JSON.stringify(parts[name]);
      this.texts.set(name, text);
      if (before?.get(name) !== text) changes[name] = parts[name];
    }
    return changes;
  }
}
