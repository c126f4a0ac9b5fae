/** Runs the statements of the index: in the current unit of work if there is one. Each name belongs to one text. */
export interface Sql {
  rows<R extends object>(name: string, text: string, values?: readonly unknown[]): Promise<R[]>;
}
