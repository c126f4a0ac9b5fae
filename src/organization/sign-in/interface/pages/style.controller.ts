import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { STYLE, STYLE_ADDRESS } from './style.js';

/** The style sheet of all pages; browsers revalidate it each time. */
@ApiExcludeController()
@Controller()
export class StyleController {
  @Get(STYLE_ADDRESS)
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, no-cache')
  style(): string {
    return STYLE;
  }
}
