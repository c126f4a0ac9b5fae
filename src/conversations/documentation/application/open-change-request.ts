import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Jobs } from '#kernel/application/jobs';
import { NotFound } from '#kernel/domain/errors';
import { GetSpace, ProposePage, QuotePassages, SeenPages, type Proposal } from '#content';
import { AllowsAI } from '#organization';
import { requireReading } from '../../conversations/domain/conversation.policy.js';
import { Documentation, questionsOf } from '../domain/documentation.js';
import { MOST_QUOTED, pageSkeleton, titleOf, type NearPage, type PageMaterial } from '../domain/page-skeleton.js';
import { numbered, PageWriter } from '../domain/proposal.js';
import { OpenChangeRequest } from './documentation.commands.js';
import { WRITE_PAGE, type WritePageJob } from './write-page.js';

/** A caller waits for the page that is begun, and not for a language model, which writes it further as a job. */
@CommandHandler(OpenChangeRequest)
export class OpenChangeRequestHandler implements ICommandHandler<OpenChangeRequest> {
  constructor(
    private readonly documentation: Documentation,
    private readonly dispatcher: Dispatcher,
    private readonly writer: PageWriter,
    private readonly jobs: Jobs,
  ) {}

  async execute(command: OpenChangeRequest): Promise<string> {
    const { caller, organizationId, clusterId, wanted } = command;
    requireReading(caller, organizationId);
    const cluster = await this.documentation.find(organizationId, clusterId, MOST_QUOTED);
    if (!cluster) throw new NotFound('Cluster not found');
    const space = await this.dispatcher.ask(new GetSpace(caller, wanted.space));
    if (space.organization !== organizationId) throw new NotFound('Space not found');
    const seen = await this.dispatcher.ask(new SeenPages(caller, organizationId, cluster.pages));
    const near = cluster.pages.flatMap((page): NearPage[] => {
      const title = seen.get(`${page.spaceId}/${page.pageId}`)?.title;
      return title === undefined ? [] : [{ ...page, title }];
    });
    const { id, label, questions } = cluster;
    const material: PageMaterial = { label, questions, near, spaceId: space.id, language: space.language };
    const title = titleOf(material);
    const page = { title, document: pageSkeleton(material), parent: wanted.parent };
    const proposal = await this.dispatcher.run(
      new ProposePage(caller, organizationId, space.id, wanted.subject ?? title, clusterId, page),
    );
    await this.#writeFurther(
      command,
      material,
      proposal,
      questionsOf({ id, label, titles: questions.map(({ text }) => text) }),
    );
    return proposal.changeRequestId;
  }

  async #writeFurther(
    { caller, organizationId }: OpenChangeRequest,
    material: PageMaterial,
    proposal: Proposal,
    [question = '']: readonly string[],
  ): Promise<void> {
    if (!(await this.dispatcher.ask(new AllowsAI(organizationId))) || !this.writer.writesFor(organizationId)) return;
    const quoted = await this.dispatcher.ask(new QuotePassages(caller, organizationId, question));
    const { near, passages } = numbered(quoted);
    const { spaceId } = material;
    const job: WritePageJob = {
      organizationId,
      spaceId,
      proposal,
      task: { material: { ...material, near }, passages },
    };
    await this.jobs.enqueue(WRITE_PAGE, JSON.parse(JSON.stringify(job)));
  }
}
