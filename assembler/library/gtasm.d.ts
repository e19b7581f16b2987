/** A source of lib/ is imported as its text. */
declare module '#lib/*' {
  const text: string;
  export default text;
}
