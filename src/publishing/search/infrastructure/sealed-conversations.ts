import { Injectable } from '@nestjs/common';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { Conversation, Conversations } from '../domain/conversations.js';

@Injectable()
export class SealedConversations implements Conversations {
  constructor(private readonly secretBox: SecretBox) {}

  idOf(siteId: string, conversation: Conversation): string {
    return this.secretBox.seal(JSON.stringify(conversation), placeOf(siteId));
  }

  byId(siteId: string, responseId: string): Conversation | undefined {
    try {
      return JSON.parse(this.secretBox.open(responseId, placeOf(siteId))) as Conversation;
    } catch {
      return undefined;
    }
  }
}

function placeOf(siteId: string): string {
  return `publishing.response:${siteId}`;
}
