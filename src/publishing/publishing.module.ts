import { Module } from '@nestjs/common';

/** What was written reaches its readers: sites, sections, addresses, visitors, OpenAPI specifications. */
@Module({})
export class PublishingModule {}
