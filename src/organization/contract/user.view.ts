/** A person, as others see them. */
export class UserView {
  object!: 'user';
  id!: string;
  displayName!: string;
  /** Only shown to those who share an organization with the user. */
  email?: string;
  photoURL?: string;
  urls!: UserUrls;
}

export class UserUrls {
  /** Address of the user in the API. */
  location!: string;
}
