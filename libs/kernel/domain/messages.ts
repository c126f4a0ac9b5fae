export { Command, Query } from '@nestjs/cqrs';
