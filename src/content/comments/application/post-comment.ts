import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Forbidden, Invalid, NotFound } from '#kernel/domain/errors';
import { roleAtLeast } from '#permissions';
import { Comment, type CommentTarget } from '../domain/comment.js';
import { CommentPlaces, Comments, CommentTexts, type CommentPlaceWithRole } from '../domain/comments.js';
import { PostComment } from './comment.commands.js';
import { placeNotFound } from './authorize-comment.js';

@CommandHandler(PostComment)
export class PostCommentHandler implements ICommandHandler<PostComment> {
  constructor(
    private readonly comments: Comments,
    private readonly places: CommentPlaces,
    private readonly texts: CommentTexts,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, place: wanted, body, target, review }: PostComment): Promise<string> {
    const text = await this.texts.read(body);
    const place = await this.places.held(caller, wanted);
    if (!place?.role) throw placeNotFound(wanted);
    if (!roleAtLeast(place.role, 'comment')) throw new Forbidden('This needs the role comment or more in the space');
    const pageDocument = await this.#documentOf(place, target);
    const about = { ...target, pageDocument, review };
    const comment = Comment.post(place, about, text, caller.userId, this.clock.now());
    await this.comments.save(comment);
    return comment.id;
  }

  /** The document of the page it is about; refuses what is not there. */
  async #documentOf(place: CommentPlaceWithRole, { page, node, tableCell }: CommentTarget): Promise<string | null> {
    if (tableCell !== undefined && node === undefined) throw new Invalid('tableCell needs node, which names its table');
    if (page === undefined) {
      if (node !== undefined) throw new Invalid('node needs page, which names the page it stands on');
      return null;
    }
    const document = (await this.places.documents(place, [page])).get(page);
    if (document === undefined) throw new NotFound('Page not found');
    if (node === undefined) return document;
    const about = document === null ? [] : [{ document, node, tableCell }];
    const present = await this.places.present(place.organizationId, about);
    if (present.size > 0) return document;
    throw new Invalid(
      tableCell === undefined
        ? `node: there is no block ${node} on the page`
        : `tableCell: there is no such cell in a table ${node} on the page`,
    );
  }
}
