/** Takes what is measured of the requests of one operation. */
export interface OperationMeasurements {
  answered(status: number, seconds: number): void;
}

/** Takes what is measured of requests, where anything is. */
export abstract class RequestMeasurements {
  abstract readonly on: boolean;
  /** Asked for how many requests are being answered. */
  abstract count(open: () => number): void;
  /** `route`: that of the operation, without what an address names: `/v1/spaces/:spaceId`. Once for each. */
  abstract operation(method: string, route: string): OperationMeasurements;
}
