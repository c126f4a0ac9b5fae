// The door of the Conversations context. It says nothing yet: no other context asks it anything.
export {};
