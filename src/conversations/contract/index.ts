// The contract of the Conversations context. It is empty: no other context uses it yet.
export {};
