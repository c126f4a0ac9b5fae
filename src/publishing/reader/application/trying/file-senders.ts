/** Those who send files with a request that they try. */
export abstract class FileSenders {
  /** Reads what is sent from an address. Throws Unavailable where too much is being sent. */
  abstract read<R>(address: string, reading: () => Promise<R>): Promise<R>;
}
