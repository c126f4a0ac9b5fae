/** An answered request, as it is measured. */
export interface MeasuredRequest {
  method: string;
  /** The route of its operation, without what the address names: `/v1/spaces/:spaceId`. */
  route: string;
  status: number;
  seconds: number;
}

/** Takes what is measured of requests, where anything is. */
export abstract class RequestMeasurements {
  abstract readonly on: boolean;
  /** Asked for how many requests are being answered. */
  abstract count(open: () => number): void;
  abstract answered(request: MeasuredRequest): void;
}
