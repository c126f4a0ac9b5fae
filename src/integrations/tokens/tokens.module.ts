import { Module } from '@nestjs/common';
import { CreateInstallationTokenHandler } from './application/create-installation-token.js';
import { ScriptTokens } from './domain/script-tokens.js';
import { CallerByScriptTokenHandler } from './infrastructure/script-callers.reader.js';
import { SignedScriptTokens } from './infrastructure/signed-script-tokens.js';
import { InstallationTokensController } from './interface/installation-tokens.controller.js';

/**
 * Tokens with which the scripts of integrations call the API.
 *
 * Tables: none. Events: none. Jobs: none.
 */
@Module({
  controllers: [InstallationTokensController],
  providers: [
    { provide: ScriptTokens, useClass: SignedScriptTokens },
    CallerByScriptTokenHandler,
    CreateInstallationTokenHandler,
  ],
  exports: [ScriptTokens],
})
export class ScriptTokensModule {}
