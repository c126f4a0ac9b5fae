/** A person, as others see them. */
export class UserView {
  object!: 'user';
  /** @example 0VbbU2w9Gm5NvCr7QsJd */
  id!: string;
  /** @example "Ada Example" */
  displayName!: string;
  /**
   * Only shown to those who share an organization with the user.
   * @example ada@example.com
   */
  email?: string;
  photoURL?: string;
  urls!: UserUrls;
}

export class UserUrls {
  /**
   * Address of the user in the API.
   * @example https://docs.example.com/v1/users/0VbbU2w9Gm5NvCr7QsJd
   */
  location!: string;
}
