type WordOf<Row extends string> = Row extends `${infer First} ${infer Rest}` ? First | WordOf<Rest> : Row;

/** The words of some rows, in order. @param rows words with a space between them */
export function words<const Row extends string>(...rows: readonly Row[]): WordOf<Row>[] {
  return rows.flatMap((row) => row.split(' ') as WordOf<Row>[]);
}
