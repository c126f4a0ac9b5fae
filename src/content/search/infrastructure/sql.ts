/** Where the statements of the index run: in the open unit of work if there is one. A name stands for one text. */
export interface Sql {
  rows<R extends object>(name: string, text: string, values?: readonly unknown[]): Promise<R[]>;
}
