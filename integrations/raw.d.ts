/** Files that are bundled as texts, for the browser. */
declare module '*.raw.js' {
  const text: string;
  export default text;
}
