import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/** Lets operations read a body of multipart/form-data with one file of at most `maxFileBytes`. */
export function acceptUploads(server: FastifyInstance, maxFileBytes: number): void {
  const limits = { fileSize: maxFileBytes, files: 1, fields: 20, parts: 21, fieldSize: 100_000 };
  // The plugin's hooks remove temporary files, which it writes only for operations that request them; all of ours read
  // the stream. The hooks would cost each request of any kind three promises.
  const withoutHooks = Object.create(server, { addHook: { value: () => server } }) as FastifyInstance;
  fastifyMultipart(withoutHooks, { limits }, (error) => {
    if (error) throw error;
  });
}
