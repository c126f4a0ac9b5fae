/** The public URL of the service: without a slash at its end, and without `/v1`. */
export class ApiAddress {
  constructor(readonly url: string) {}
}
