import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PasskeyScript } from '../../application/second-factor/passkey-script.js';

/** The address of the script, for pages. */
export const scriptAddress = ({ name }: PasskeyScript): string => `/pages/scripts/${name}`;

/** The script of pages for passkeys; its name changes with its text, so browsers keep it. */
@ApiExcludeController()
@Controller('pages/scripts')
export class PasskeyScriptController {
  constructor(private readonly script: PasskeyScript) {}

  @Get(':name')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=31536000, immutable')
  text(@Param('name') name: string): string {
    if (name !== this.script.name) throw new NotFoundException('There is no such script');
    return this.script.text;
  }
}
