import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiBuild } from '#kernel/application/api-build';
import { Public } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { ApiInformationView } from '../application/api-information.view.js';

@ApiTags('service')
@Controller('v1')
export class ApiInformationController {
  constructor(private readonly build: ApiBuild) {}

  /** Which version of the service answers, and when it was built. Needs no token. */
  @Get()
  @Public()
  @Needs('anybody')
  @ApiOperation({ operationId: 'getApiInformation', security: [] })
  get(): ApiInformationView {
    return { version: this.build.version, build: this.build.builtAt };
  }
}
