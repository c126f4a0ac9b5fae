/** Of the connections of requests, milliseconds. */
export const REQUEST_TIMEOUTS = { statement_timeout: 60_000, idle_in_transaction_session_timeout: 120_000 };
