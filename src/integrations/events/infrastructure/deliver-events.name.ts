/** The job that delivers what waits in a stream. */
export const DELIVER_EVENTS = 'integrations.deliver-events';
