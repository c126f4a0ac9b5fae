/** A request whose handler answers it as a whole, headers and status included. */
export interface HttpExchange {
  method: string;
  url: string;
  /** Without those that say who sends it, and those of the connection. */
  headers: readonly (readonly [name: string, value: string])[];
  /** As it was sent, or parsed. */
  body: Uint8Array | object | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}
