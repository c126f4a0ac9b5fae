/** Whether a request of this method has a body. */
export const hasBody = (method: string): boolean => !['get', 'head'].includes(method.toLowerCase());
