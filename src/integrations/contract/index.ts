// The contract of the Integrations context. It is empty: no other context uses it yet.
export {};
