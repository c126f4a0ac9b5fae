/** Which build of Quire is running. */
export class ApiBuild {
  constructor(
    readonly version: string,
    /** ISO 8601. */
    readonly builtAt: string,
  ) {}
}
