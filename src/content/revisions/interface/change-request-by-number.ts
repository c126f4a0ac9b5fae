import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { CalledRequest } from '#kernel/interface/request';
import { FindChangeRequestId, isNumber } from '../application/find-change-request-id.js';

/**
 * Lets paths name a change request by its number within the space as well (Part A, convention 7): resolves the
 * parameter `changeRequestId` to its id. It admits every request; handlers authorize by the id.
 */
@Injectable()
export class ChangeRequestByNumber implements CanActivate {
  constructor(private readonly dispatcher: Dispatcher) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { caller, params } = context.switchToHttp().getRequest<CalledRequest>();
    const named = params as { spaceId?: string; changeRequestId?: string };
    if (named.changeRequestId === undefined || !isNumber(named.changeRequestId) || !caller) return true;
    const found = this.dispatcher.ask(new FindChangeRequestId(caller, named.spaceId ?? '', named.changeRequestId));
    return found.then((id) => {
      named.changeRequestId = id;
      return true;
    });
  }
}
