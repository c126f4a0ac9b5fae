/** A way to sign in to an organization. */
export class SsoLoginView {
  /** @example 0VbbUAt4Le7VmSa3OpZc */
  id!: string;
  /** @example "Company sign-in" */
  label!: string;
  /**
   * Where signing in begins.
   * @example https://docs.example.com/saml/0VbbUAt4Le7VmSa3OpZc/start
   */
  startURL!: string;
}

export class SsoLoginsView {
  items!: SsoLoginView[];
}
