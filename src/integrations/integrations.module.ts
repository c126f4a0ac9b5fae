import { Module } from '@nestjs/common';

/** Scripts that extend Quire, where they are installed, and the events they receive. */
@Module({})
export class IntegrationsModule {}
