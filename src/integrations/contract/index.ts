// The door of the Integrations context. It says nothing yet: no other context asks it anything.
export {};
