/** The host names of published sites. What arrives for one of them is not for the API. */
export abstract class SiteHosts {
  /** `host`: in lower case, without a port. Asked for every request, so it does not wait. */
  abstract has(host: string): boolean;
}
