import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Readiness } from '../application/readiness.js';

/** For whoever watches over the process: alive, and able to answer. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'ok'; parkedJobs?: number } | { status: 'unavailable'; reason: string }> {
    const reason = await this.readiness.missing();
    if (reason === undefined) return { status: 'ok', ...(await this.#parked()) };
    void reply.status(503);
    return { status: 'unavailable', reason };
  }

  /** Told, as an operator should look; the process answers all the same. */
  async #parked(): Promise<{ parkedJobs?: number }> {
    const parkedJobs = await this.readiness.parkedJobs().catch(() => 0);
    return parkedJobs > 0 ? { parkedJobs } : {};
  }
}
