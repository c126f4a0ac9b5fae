import { Module } from '@nestjs/common';

/** Support conversations, and the issues they are grouped into. */
@Module({})
export class ConversationsModule {}
