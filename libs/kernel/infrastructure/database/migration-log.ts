import { AbstractLogger, type LogLevel, type LogMessage } from 'typeorm';

/** Says which migration failed, and that one waits for a table which is in use; nothing of what goes well. */
export class MigrationLog extends AbstractLogger {
  protected writeLog(_level: LogLevel, given: LogMessage | string | number | (LogMessage | string | number)[]): void {
    for (const { message } of this.prepareLogMessages(given)) {
      const isWaiting = String(message).endsWith('due to lock timeout');
      process.stderr.write(isWaiting ? 'A table is in use; waiting to change it.\n' : `${String(message)}\n`);
    }
  }
}
