import { Module } from '@nestjs/common';
import { Settings } from '#kernel/infrastructure/settings';
import { GuardedOutbound, Outbound } from '#outbound';
import { ScriptTokensModule } from '../tokens/tokens.module.js';
import { Scripts } from './domain/scripts.js';
import { SandboxedScripts } from './infrastructure/sandboxed-scripts.js';
import { OwnApi } from './infrastructure/own-api.js';
import { ScriptEnvironments } from './infrastructure/script-environment.js';
import { ScriptSubjects } from './infrastructure/script-subjects.js';

/**
 * The runtime: runs the scripts of integrations with their environment, in processes of their own.
 *
 * Tables: none. Events: none. Jobs: none.
 */
@Module({
  imports: [ScriptTokensModule],
  providers: [
    { provide: Scripts, useClass: SandboxedScripts },
    {
      provide: Outbound,
      inject: [Settings],
      useFactory: ({ outboundAllow }: Settings) => new GuardedOutbound({ allow: outboundAllow }),
    },
    OwnApi,
    ScriptEnvironments,
    ScriptSubjects,
  ],
  exports: [Scripts],
})
export class ScriptRuntimeModule {}
