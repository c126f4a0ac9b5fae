import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument, type ApiDocument, type Operation } from '#testing/api-document';

const CLI = 'dist/run/quire.js';

const document = readApiDocument();
const operations = new Map(
  operationsOf(document).map((described) => [
    `${described.method.toUpperCase()} ${described.path.replace(/^\/v1$/, '/v1/')}`,
    described.operation,
  ]),
);

/** Method, path, operationId and success status of every operation there is to be. */
/** What answers without a token. */
const PUBLIC = [
  'getApiInformation',
  'getPublishedContentByUrl',
  'receiveGitHook',
  'resolvePublishedContentByUrl',
  'trackEventsInSiteById',
];

const OPERATIONS = `
  GET    /v1/                                                                getApiInformation                        200
  GET    /v1/user                                                            getAuthenticatedUser                     200
  GET    /v1/user/tokens                                                     listUserTokens                           200
  POST   /v1/user/tokens                                                     createUserToken                          201
  DELETE /v1/user/tokens/{tokenId}                                           revokeUserToken                          204
  GET    /v1/orgs                                                            listOrganizationsForAuthenticatedUser    200
  POST   /v1/orgs                                                            createOrganization                       201
  GET    /v1/orgs/{organizationId}                                           getOrganizationById                      200
  GET    /v1/orgs/{organizationId}/audit-event-actions                       listOrganizationAuditEventActions        200
  GET    /v1/orgs/{organizationId}/audit-events                              listOrganizationAuditEvents              200
  GET    /v1/orgs/{organizationId}/audit-events/{auditEventId}               getOrganizationAuditEvent                200
  GET    /v1/orgs/{organizationId}/members                                   listMembersInOrganizationById            200
  GET    /v1/orgs/{organizationId}/members/{userId}                          getMemberInOrganizationById              200
  PATCH  /v1/orgs/{organizationId}/members/{userId}                          updateMemberInOrganizationById           200
  DELETE /v1/orgs/{organizationId}/members/{userId}                          removeMemberFromOrganizationById         204
  POST   /v1/orgs/{organizationId}/members/{userId}/sso                      setUserAsSSOMemberForOrganization        200
  GET    /v1/orgs/{organizationId}/members/{userId}/teams                    listTeamsForOrganizationMember           200
  POST   /v1/orgs/{organizationId}/ping                                      updateOrganizationMemberLastSeenAt       200
  GET    /v1/orgs/{organizationId}/teams                                     listTeamsInOrganizationById              200
  PUT    /v1/orgs/{organizationId}/teams                                     createOrganizationTeam                   201
  GET    /v1/orgs/{organizationId}/teams/{teamId}                            getTeamInOrganizationById                200
  PATCH  /v1/orgs/{organizationId}/teams/{teamId}                            updateTeamInOrganizationById             200
  DELETE /v1/orgs/{organizationId}/teams/{teamId}                            removeTeamFromOrganizationById           204
  GET    /v1/orgs/{organizationId}/teams/{teamId}/members                    listTeamMembersInOrganizationById        200
  PUT    /v1/orgs/{organizationId}/teams/{teamId}/members                    updateMembersInOrganizationTeam          204
  PUT    /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}           addMemberToOrganizationTeamById          204
  DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}           deleteMemberFromOrganizationTeamById     204
  GET    /v1/email-domains/{emailDomain}/orgs                               getOrganizationsForEmailDomain           200
  PATCH  /v1/orgs/{organizationId}                                          updateOrganizationById                   200
  GET    /v1/orgs/{organizationId}/agent-instructions                       getOrganizationAgentInstructions         200
  PUT    /v1/orgs/{organizationId}/agent-instructions                       updateOrganizationAgentInstructions      200
  POST   /v1/orgs/{organizationId}/invites                                  inviteUsersToOrganization                200
  POST   /v1/orgs/{organizationId}/invites/{inviteId}                       joinOrganizationWithInvite               200
  POST   /v1/orgs/{organizationId}/join                                     joinOrganization                         204
  GET    /v1/orgs/{organizationId}/link-invites                             listOrganizationInviteLinks              200
  POST   /v1/orgs/{organizationId}/link-invites                             createOrganizationInvite                 201
  GET    /v1/orgs/{organizationId}/link-invites/{inviteId}                  getOrganizationInviteLink                200
  PATCH  /v1/orgs/{organizationId}/link-invites/{inviteId}                  updateOrganizationInviteById             200
  DELETE /v1/orgs/{organizationId}/link-invites/{inviteId}                  deleteOrganizationInviteById             204
  GET    /v1/subdomains/{subdomain}                                         getSubdomain                             200
  GET    /v1/users/{userId}                                                 getUserById                              200
  PATCH  /v1/users/{userId}                                                 updateUserById                           200
  GET    /v1/orgs/{organizationId}/saml                                     listSAMLProvidersInOrganizationById      200
  POST   /v1/orgs/{organizationId}/saml                                     createOrganizationSAMLProvider           201
  GET    /v1/orgs/{organizationId}/saml/{samlProviderId}                    getOrganizationSAMLProviderById          200
  PATCH  /v1/orgs/{organizationId}/saml/{samlProviderId}                    updateOrganizationSAMLProvider           200
  DELETE /v1/orgs/{organizationId}/saml/{samlProviderId}                    deleteOrganizationSAMLProvider           204
  GET    /v1/orgs/{organizationId}/sso                                      listSSOProviderLoginsInOrganization      200
  GET    /v1/orgs/{organizationId}/search                                    searchOrganizationContent                200
  POST   /v1/orgs/{organizationId}/ask                                       askInOrganization                        200
  GET    /v1/orgs/{organizationId}/ask/stream                                streamAskInOrganization                  200
  GET    /v1/orgs/{organizationId}/translations                              listTranslations                         200
  POST   /v1/orgs/{organizationId}/translations                              createTranslation                        201
  GET    /v1/orgs/{organizationId}/translations/{translationId}              getTranslation                           200
  PUT    /v1/orgs/{organizationId}/translations/{translationId}              updateTranslation                        200
  DELETE /v1/orgs/{organizationId}/translations/{translationId}              deleteTranslation                        204
  POST   /v1/orgs/{organizationId}/translations/{translationId}/run          runTranslation                           204
  GET    /v1/orgs/{organizationId}/translations-glossary                     listGlossaryEntries                      200
  PUT    /v1/orgs/{organizationId}/translations-glossary                     updateGlossaryEntries                    204
  GET    /v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}   getGlossaryEntry                         200
  GET    /v1/orgs/{organizationId}/spaces                                    listSpacesInOrganizationById             200
  POST   /v1/orgs/{organizationId}/spaces                                    createSpace                              201
  GET    /v1/collections/{collectionId}                                      getCollectionById                        200
  PATCH  /v1/collections/{collectionId}                                      updateCollectionById                     200
  DELETE /v1/collections/{collectionId}                                      deleteCollectionById                     204
  GET    /v1/collections/{collectionId}/spaces                               listSpacesInCollectionById               200
  POST   /v1/collections/{collectionId}/transfer                             transferCollection                       200
  POST   /v1/collections/{collectionId}/move                                 moveCollection                           200
  POST   /v1/collections/{collectionId}/permissions                          inviteToCollection                       204
  GET    /v1/collections/{collectionId}/permissions/aggregate                listPermissionsAggregateInCollection     200
  GET    /v1/collections/{collectionId}/permissions/teams                    listTeamPermissionsInCollection          200
  PATCH  /v1/collections/{collectionId}/permissions/teams/{teamId}           updateTeamPermissionInCollection         204
  DELETE /v1/collections/{collectionId}/permissions/teams/{teamId}           removeTeamFromCollection                 204
  GET    /v1/collections/{collectionId}/permissions/users                    listUserPermissionsInCollection          200
  PATCH  /v1/collections/{collectionId}/permissions/users/{userId}           updateUserPermissionInCollection         204
  DELETE /v1/collections/{collectionId}/permissions/users/{userId}           removeUserFromCollection                 204
  GET    /v1/orgs/{organizationId}/collections                               listCollectionsInOrganizationById        200
  POST   /v1/orgs/{organizationId}/collections                               createCollection                         201
  GET    /v1/orgs/{organizationId}/members/{userId}/spaces                   listSpacesForOrganizationMember          200
  GET    /v1/spaces/{spaceId}/commenters listCommentersInSpace 200
  GET    /v1/spaces/{spaceId}/comments listCommentsInSpace 200
  POST   /v1/spaces/{spaceId}/comments postCommentInSpace 200
  GET    /v1/spaces/{spaceId}/comments/{commentId} getCommentInSpace 200
  PUT    /v1/spaces/{spaceId}/comments/{commentId} updateCommentInSpace 200
  DELETE /v1/spaces/{spaceId}/comments/{commentId} deleteCommentInSpace 204
  GET    /v1/spaces/{spaceId}/comments/{commentId}/replies listCommentRepliesInSpace 200
  POST   /v1/spaces/{spaceId}/comments/{commentId}/replies postCommentReplyInSpace 200
  GET    /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} getCommentReplyInSpace 200
  PUT    /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} updateCommentReplyInSpace 200
  DELETE /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} deleteCommentReplyInSpace 204
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters listCommentersInChangeRequest 200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments listCommentsInChangeRequest 200
  POST   /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments postCommentInChangeRequest 200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId} getCommentInChangeRequest 200
  PUT    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId} updateCommentInChangeRequest 200
  DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId} deleteCommentInChangeRequest 204
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies listCommentRepliesInChangeRequest 200
  POST   /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies postCommentReplyInChangeRequest 200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId} getCommentReplyInChangeRequest 200
  PUT    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId} updateCommentReplyInChangeRequest 200
  DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId} deleteCommentReplyInChangeRequest 204
  POST   /v1/spaces/{spaceId}/permissions                                    inviteToSpace                            204
  GET    /v1/spaces/{spaceId}/permissions/aggregate                          listPermissionsAggregateInSpace          200
  GET    /v1/spaces/{spaceId}/permissions/teams                              listTeamPermissionsInSpace               200
  PATCH  /v1/spaces/{spaceId}/permissions/teams/{teamId}                     updateTeamPermissionInSpace              204
  DELETE /v1/spaces/{spaceId}/permissions/teams/{teamId}                     removeTeamFromSpace                      204
  GET    /v1/spaces/{spaceId}/permissions/users                              listUserPermissionsInSpace               200
  PATCH  /v1/spaces/{spaceId}/permissions/users/{userId}                     updateUserPermissionInSpace              204
  DELETE /v1/spaces/{spaceId}/permissions/users/{userId}                     removeUserFromSpace                      204
  GET    /v1/spaces/{spaceId}                                                getSpaceById                             200
  PATCH  /v1/spaces/{spaceId}                                                updateSpaceById                          200
  DELETE /v1/spaces/{spaceId}                                                deleteSpaceById                          204
  POST   /v1/spaces/{spaceId}/duplicate                                      duplicateSpace                           201
  POST   /v1/spaces/{spaceId}/transfer                                       transferSpace                            200
  POST   /v1/spaces/{spaceId}/move                                           moveSpace                                200
  POST   /v1/spaces/{spaceId}/restore                                        restoreSpace                             200
  GET    /v1/spaces/{spaceId}/search                                         searchSpaceContent                       200
  GET    /v1/spaces/{spaceId}/content                                        getCurrentRevision                       200
  POST   /v1/spaces/{spaceId}/content                                        updateSpaceContent                       200
  POST   /v1/spaces/{spaceId}/content/template                               applyTemplateToSpace                     201
  GET    /v1/spaces/{spaceId}/content/pages                                  listPages                                200
  GET    /v1/spaces/{spaceId}/content/files                                  listFiles                                200
  POST   /v1/spaces/{spaceId}/content/computed/document                      getComputedDocument                      200
  POST   /v1/spaces/{spaceId}/content/files                                  uploadFileToSpace                        201
  GET    /v1/spaces/{spaceId}/content/files/{fileId}                         getFileById                              200
  GET    /v1/spaces/{spaceId}/content/page/{pageId}                          getPageById                              200
  GET    /v1/spaces/{spaceId}/content/path/{pagePath}                        getPageByPath                            200
  GET    /v1/spaces/{spaceId}/documents/{documentId}                         getDocumentById                          200
  GET    /v1/spaces/{spaceId}/embed                                          getEmbedByUrlInSpace                     200
  POST   /v1/spaces/{spaceId}/content/import                                 importContent                            201
  GET    /v1/spaces/{spaceId}/content/export                                 exportSpaceContent                       200
  POST   /v1/spaces/{spaceId}/git/import                                     importGitRepository                      204
  POST   /v1/spaces/{spaceId}/git/export                                     exportToGitRepository                    204
  GET    /v1/spaces/{spaceId}/git/info                                       getSpaceGitInfo                          200
  GET    /v1/spaces/{spaceId}/git/sync                                       getSpaceGitSync                          200
  PUT    /v1/spaces/{spaceId}/git/sync                                       setSpaceGitSync                          200
  POST   /v1/spaces/{spaceId}/git/sync                                       runSpaceGitSync                          204
  DELETE /v1/spaces/{spaceId}/git/sync                                       removeSpaceGitSync                       204
  POST   /v1/git/hooks/{gitHookId}                                           receiveGitHook                           204
  GET    /v1/spaces/{spaceId}/revisions/{revisionId}                         getRevisionById                          200
  GET    /v1/spaces/{spaceId}/revisions/{revisionId}/pages                   listPagesInRevisionById                  200
  GET    /v1/spaces/{spaceId}/revisions/{revisionId}/files                   listFilesInRevisionById                  200
  GET    /v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}          getFileInRevisionById                    200
  GET    /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}           getPageInRevisionById                    200
  GET    /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document  getPageDocumentInRevisionById            200
  GET    /v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}         getPageInRevisionByPath                  200
  GET    /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document getReusableContentDocumentInRevisionById 200
  GET    /v1/orgs/{organizationId}/change-requests                          listChangeRequestsForOrganization        200
  GET    /v1/spaces/{spaceId}/change-requests                               listChangeRequestsForSpace               200
  POST   /v1/spaces/{spaceId}/change-requests                               createChangeRequest                      201
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}             getChangeRequestById                     200
  PATCH  /v1/spaces/{spaceId}/change-requests/{changeRequestId}             updateChangeRequestById                  200
  GET    /v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}                                       getReusableContentById                   200
  GET    /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}                        getReusableContentInRevisionById         200
  POST   /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content                                           updateChangeRequestContent               200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content                                           getRevisionOfChangeRequestById           200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages                                     listPagesInChangeRequest                 200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files                                     listFilesInChangeRequestById             200
  POST   /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files                                     uploadFileToChangeRequest                201
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}                            getFileInChangeRequestById               200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}                             getPageInChangeRequestById               200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}                           getPageInChangeRequestByPath             200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}     getReusableContentInChangeRequestById    200
  POST   /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge                                             mergeChangeRequest                       200
  POST   /v1/spaces/{spaceId}/change-requests/{changeRequestId}/update                                            updateChangeRequest                      200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts                                         listChangeRequestConflicts               200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{conflictId}                            getChangeRequestConflict                 200
  POST   /v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{conflictId}/resolve                    resolveChangeRequestConflict             200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers                               getRequestedReviewersByChangeRequestId   200
  POST   /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers                               requestReviewersForChangeRequest         200
  DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}                      removeRequestedReviewerFromChangeRequest 204
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews                                           getReviewsByChangeRequestId              200
  POST   /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews                                           submitChangeRequestReview                201
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}                                getChangeRequestReviewById               200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors                                      getContributorsByChangeRequestId         200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes                                           getChangeRequestChanges                  200
  GET    /v1/spaces/{spaceId}/revisions/{revisionId}/changes                                                      getRevisionSemanticChanges               200
  GET    /v1/spaces/{spaceId}/links                                                                               listSpaceLinks                           200
  GET    /v1/spaces/{spaceId}/content/page/{pageId}/links                                                         listPageLinksInSpace                     200
  GET    /v1/spaces/{spaceId}/content/page/{pageId}/backlinks                                                     listSpacePageBacklinks                   200
  GET    /v1/spaces/{spaceId}/content/files/{fileId}/backlinks                                                    listSpaceFileBacklinks                   200
  GET    /v1/spaces/{spaceId}/content/page/{pageId}/meta-links                                                    listSpacePageMetaLinks                   200
  GET    /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links                                     listRevisionPageMetaLinks                200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/links                                             listChangeRequestLinks                   200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links                       listPageLinksInChangeRequest             200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks                   listChangeRequestPageBacklinks           200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks                  listChangeRequestFileBacklinks           200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links                  listChangeRequestPageMetaLinks           200
  GET    /v1/spaces/{spaceId}/pdf                                                                                 getSpacePDF                              200
  GET    /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf                                               getChangeRequestPDF                      200
  GET    /v1/orgs/{organizationId}/sites                                                            listSites                                200
  POST   /v1/orgs/{organizationId}/sites                                                            createSite                               201
  GET    /v1/orgs/{organizationId}/sites/{siteId}                                                   getSiteById                              200
  DELETE /v1/orgs/{organizationId}/sites/{siteId}                                                   deleteSiteById                           204
  PATCH  /v1/orgs/{organizationId}/sites/{siteId}                                                   updateSiteById                           200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/publish                                           publishSite                              200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/unpublish                                         unpublishSite                            200
  GET    /v1/orgs/{organizationId}/sites/{siteId}/structure                                         getSiteStructure                         200
  PATCH  /v1/orgs/{organizationId}/sites/{siteId}/structure/sort                                    sortSiteStructure                        200
  GET    /v1/orgs/{organizationId}/sites/{siteId}/sections                                          listSiteSections                         200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/sections                                          addSectionToSite                         201
  DELETE /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}                          deleteSiteSectionById                    204
  PATCH  /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}                          updateSiteSectionById                    200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move                     moveSiteSection                          200
  GET    /v1/orgs/{organizationId}/sites/{siteId}/section-groups                                    listSiteSectionGroups                    200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/section-groups                                    addSectionGroupToSite                    201
  DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}               deleteSiteSectionGroupById               204
  PATCH  /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}               updateSiteSectionGroupById               200
  GET    /v1/orgs/{organizationId}/sites/{siteId}/site-spaces                                       listSiteSpaces                           200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/site-spaces                                       addSpaceToSite                           201
  DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}                         deleteSiteSpaceById                      204
  PATCH  /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}                         updateSiteSpaceById                      200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move                    moveSiteSpace                            200
  GET    /v1/orgs/{organizationId}/sites/{siteId}/customization                                    getSiteCustomizationById                 200
  PUT    /v1/orgs/{organizationId}/sites/{siteId}/customization                                    updateSiteCustomizationById              200
  GET    /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization          getSiteSpaceCustomizationById            200
  PATCH  /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization          overrideSiteSpaceCustomizationById       200
  DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization          deleteSiteSpaceCustomizationById         204
  GET    /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema                                  getSiteAdaptiveSchema                    200
  PUT    /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema                                  updateSiteAdaptiveSchema                 200
  GET    /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions              listSiteAdaptiveTemplateConditions       200
  GET    /v1/orgs/{organizationId}/sites/{siteId}/share-links                                       listSiteShareLinks                       200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/share-links                                       createSiteShareLink                      201
  PATCH  /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}                         updateSiteShareLinkById                  200
  DELETE /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}                         deleteSiteShareLinkById                  204
  GET    /v1/orgs/{organizationId}/sites/{siteId}/publishing/auth                                   getSitePublishingAuthById                200
  PATCH  /v1/orgs/{organizationId}/sites/{siteId}/publishing/auth                                   updateSitePublishingAuthById             200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate                        regenerateSitePublishingAuthById         200
  GET    /v1/orgs/{organizationId}/sites/{siteId}/redirects                                         listSiteRedirects                        200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/redirects                                         createSiteRedirect                       201
  PATCH  /v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}                        updateSiteRedirectById                   200
  DELETE /v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}                        deleteSiteRedirectById                   204
  POST   /v1/orgs/{organizationId}/sites/{siteId}/search                                            searchSiteContent                        200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/ask                                               streamAskInSite                          200
  GET    /v1/orgs/{organizationId}/sites/{siteId}/ask/questions                                     streamRecommendedQuestionsInSite         200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/insights/events                                   trackEventsInSiteById                    204
  POST   /v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate                         aggregateSiteEvents                      200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/agent-feedback                                    submitSiteAgentFeedback                  204
  GET    /v1/orgs/{organizationId}/sites/{siteId}/redirect                                          getSiteRedirectBySource                  200
  GET    /v1/orgs/{organizationId}/sites/{siteId}/published                                         getPublishedContentSite                  200
  POST   /v1/urls/published                                                                         resolvePublishedContentByUrl             200
  GET    /v1/urls/published                                                                         getPublishedContentByUrl                 200
  GET    /v1/urls/content                                                                           getContentByUrl                          200
  POST   /v1/orgs/{organizationId}/sites/{siteId}/ai/response                                       streamAIResponseInSite                   200
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as [string, string, string, string]);

describe('the committed document', () => {
  it('has no operation beside those of the table', () => {
    const known = OPERATIONS.map(([method, path]) => `${method} ${path}`);
    expect([...operations.keys()].filter((key) => !known.includes(key))).toEqual([]);
  });

  it.each(OPERATIONS)('has %s %s as %s, answering %s', (method, path, operationId, status) => {
    const operation = operations.get(`${method} ${path}`);
    expect(operation?.operationId).toBe(operationId);
    const successes = Object.keys(operation?.responses ?? {}).filter((code) => code.startsWith('2'));
    expect(successes).toEqual([status]);
    const isEmpty = status === '204' || operationId === 'applyTemplateToSpace';
    expect(operation?.responses[status]?.content === undefined).toBe(isEmpty);
  });

  it('has operationIds that differ', () => {
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('groups every operation under one described tag', () => {
    const tags = new Map(document.tags?.map(({ name, description }) => [name, description]));
    for (const { tags: own = [], operationId } of operations.values()) {
      expect([operationId, own.length, tags.has(own[0] ?? '')]).toEqual([operationId, 1, true]);
    }
    for (const description of tags.values()) expect(description).toMatch(/\.$/);
  });

  it('asks for a bearer token or a session everywhere but at the information on the service', () => {
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: 'quire_session' },
    });
    for (const { operationId, security } of operations.values()) {
      expect([operationId, security]).toEqual([
        operationId,
        PUBLIC.includes(operationId) ? [] : [{ bearer: [] }, { session: [] }],
      ]);
    }
  });

  it('names the refusals an operation can give, and no other, all in the one error form', () => {
    for (const [key, operation] of operations) {
      const { operationId, responses, security, parameters = [], requestBody } = operation;
      const wanted = ['400', '429', '500', '503'];
      if (security?.length !== 0) wanted.push('401', '403');
      // Visitors show in the request itself who they are.
      if (operationId.endsWith('PublishedContentByUrl')) wanted.push('403');
      if (operationId.endsWith('ContentByUrl')) wanted.push('404');
      if (parameters.some((parameter) => parameter.in === 'path')) wanted.push('404', '414');
      // Not every content can be printed.
      if (!key.startsWith('GET') || operationId.endsWith('PDF')) wanted.push('409');
      // A merge is held to rules, a transfer to what the caller may do there.
      const held = operationId === 'mergeChangeRequest' || operationId.startsWith('transfer');
      const conditional = held || parameters.some(({ name }) => name === 'if-match');
      if (conditional) wanted.push('412');
      if (requestBody) wanted.push('408', '413', '415');
      const errors = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
      expect([operationId, errors.map(([status]) => status)]).toEqual([operationId, wanted.sort()]);
      for (const [status, { content, description }] of errors) {
        const { schema, example } = content?.['application/json'] ?? {};
        expect([operationId, status, schema]).toEqual([operationId, status, { $ref: '#/components/schemas/Error' }]);
        expect(example).toEqual({ error: { code: Number(status), message: expect.stringMatching(/\w/) } });
        expect(description).toMatch(/\.$/);
      }
    }
  });

  it('names the headers of answers that clients rely on', () => {
    for (const [key, { operationId, responses }] of operations) {
      for (const [status, { headers = {}, content = {} }] of Object.entries(responses)) {
        const versioned = key.startsWith('GET') && !('text/event-stream' in content);
        const wanted = status === '408' ? [] : ['X-Request-Id'];
        if (/^[23]/.test(status) || status === '429') wanted.push('X-RateLimit-Limit', 'X-RateLimit-Remaining');
        if (versioned && /^[23]/.test(status)) wanted.push('ETag');
        if (status === '201') wanted.push('Location');
        if (status === '429') wanted.push('Retry-After');
        expect([operationId, status, Object.keys(headers)]).toEqual([
          operationId,
          status,
          expect.arrayContaining(wanted),
        ]);
      }
    }
    expect(operations.get('PATCH /v1/spaces/{spaceId}')?.responses['200']?.headers).toHaveProperty('ETag');
    expect(document.components.headers.ETag).toMatchObject({ required: true, schema: { type: 'string' } });
  });

  it('says what every part of a path is, with an example', () => {
    for (const { operationId, parameters = [] } of operations.values()) {
      for (const { name, description, example } of parameters.filter((parameter) => parameter.in === 'path')) {
        expect([operationId, name, description, example]).toEqual([
          operationId,
          name,
          expect.stringMatching(/\w/),
          expect.stringMatching(/\w/),
        ]);
      }
    }
  });

  it('says in one plain sentence what every operation does, and what its success means', () => {
    for (const operation of operations.values()) {
      const { operationId, summary, responses } = operation as Operation & { summary?: string };
      expect([operationId, summary]).toEqual([operationId, expect.stringMatching(/^[^`.]{5,110}\.$/)]);
      for (const { description } of Object.values(responses)) expect(description).toMatch(/\w.*\.$/);
    }
  });

  it('refers to nothing that is not there', () => {
    const components = document.components as unknown as Record<string, Record<string, unknown>>;
    const referred = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
    expect(referred.length).toBeGreaterThan(100);
    expect(referred.filter(([, kind = '', name = '']) => !(name in (components[kind] ?? {})))).toEqual([]);
  });

  it('has no empty object where members are known, and says null in the words of 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });
});

/** More than the document will ever have. */
const MOST_BYTES = 16 * 2 ** 20;

describe('the document of the build', () => {
  let built: ApiDocument;

  beforeAll(() => {
    if (!existsSync(CLI)) throw new Error('There is no build: run `npm run build`, or the tests with `npm test`');
    const written = execFileSync(process.execPath, [CLI, 'openapi'], { encoding: 'utf8', maxBuffer: MOST_BYTES });
    built = JSON.parse(written) as ApiDocument;
  });

  it('is the one that is committed; `npm run openapi` writes it anew', () => {
    expect(Object.keys(built.paths)).toEqual(Object.keys(document.paths));
    expect(built).toEqual(document);
  });
});
