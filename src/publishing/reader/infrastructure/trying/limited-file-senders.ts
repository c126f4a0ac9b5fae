import { Injectable } from '@nestjs/common';
import { AtATime } from '#kernel/domain/at-a-time';
import { Unavailable } from '#kernel/domain/errors';
import { Quotas } from '#kernel/domain/quotas';
import { FileSenders } from '../../application/trying/file-senders.js';

/** Forms with files that are read at a time, which bounds the memory that they take, and of them from one network. */
const AT_A_TIME = 6;
const OF_NETWORK = 2;

/** A network that sends slowly keeps out no other. */
@Injectable()
export class LimitedFileSenders extends FileSenders {
  readonly #reading = new AtATime(AT_A_TIME, OF_NETWORK);

  constructor(private readonly quotas: Quotas) {
    super();
  }

  async read<R>(address: string, reading: () => Promise<R>): Promise<R> {
    const read = this.#reading.run(this.quotas.networkOf(address), reading);
    if (!read) throw new Unavailable('Too many files are being sent: try again later');
    return read;
  }
}
