import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Readiness } from '../application/readiness.js';

/** For monitoring: whether the process is alive, and able to serve requests. */
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

  /** Reported so that an operator looks into it; the process serves requests all the same. */
  async #parked(): Promise<{ parkedJobs?: number }> {
    const parkedJobs = await this.readiness.parkedJobs().catch(() => 0);
    return parkedJobs > 0 ? { parkedJobs } : {};
  }
}
