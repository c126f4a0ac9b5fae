// The door of the Publishing context. It says nothing yet: no other context asks it anything.
export {};
