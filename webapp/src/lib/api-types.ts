// Generated from the API's description (httpapi/openapi/source) by `npm run types`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Settings of the site that its pages depend on. */
        Site: {
            /**
             * @description How much of the published versions readers see: all of them, the first one and those that were corrected or updated, or none.
             * @enum {string}
             */
            publicHistory: "full" | "corrections" | "off";
            /** @description Path of the page that tells how products are tested, the one with the slug `how-we-test`; null if it isn't published. */
            howWeTest: string | null;
        };
        /** @description Published versions of an item. */
        PublicHistory: {
            /**
             * @description How much of the published versions readers see: all of them, the first one and those that were corrected or updated, or none.
             * @enum {string}
             */
            mode: "full" | "corrections" | "off";
            versions: components["schemas"]["Version"][];
            /** @description The value of `before` for the next page; null if there is none. */
            next: number | null;
        };
        /** @description A version of an item that readers could see. One that the site's owner withholds has no title, note and changes. */
        Version: {
            /** @description Identifies the version within its item. */
            revision: number;
            /** Format: date-time */
            at: string;
            /**
             * @description What the editor said about the change: `published` if readers could not see the item before, `minor` if nothing.
             * @enum {string}
             */
            type: "published" | "correction" | "update" | "typo" | "minor";
            /** @description The editor's note to readers, with corrections and updates. */
            note: string | null;
            title: string;
            /** @description The rating of a review. */
            rating: number | null;
            /** @description The changes since the version before it, field by field. Empty for the first version. */
            changes: components["schemas"]["VersionChange"][];
            /** @description Whether it is what readers see now. */
            isCurrent: boolean;
            /**
             * Format: int64
             * @description The position of its event in the log, for `GET /api/checkpoint/inclusion`.
             */
            position: number;
            withheld: {
                reason: string;
                /** Format: date-time */
                at: string;
            } | null;
        };
        /** @description A change of one field. */
        VersionChange: {
            /** @description The field's name. */
            field: string;
            /** @description The value before; null if there was none, absent if the version before is withheld. For multi-line text, only the changed lines, with … for the rest. Lists of versions cut long texts. */
            from?: string | number | (string | components["schemas"]["SubScore"] | components["schemas"]["Shop"])[] | null;
            /** @description The value after; null if there is none. */
            to: string | number | (string | components["schemas"]["SubScore"] | components["schemas"]["Shop"])[] | null;
        };
        /** @description A version of a review. */
        ReviewVersion: {
            /** @description Identifies the version within its item. */
            revision: number;
            /** Format: date-time */
            at: string;
            /**
             * @description What the editor said about the change: `published` if readers could not see the item before, `minor` if nothing.
             * @enum {string}
             */
            type: "published" | "correction" | "update" | "typo" | "minor";
            /** @description The editor's note to readers, with corrections and updates. */
            note: string | null;
            title: string;
            /** @description The rating of a review. */
            rating: number | null;
            /** @description The changes since the version before it, field by field. Empty for the first version. */
            changes: components["schemas"]["VersionChange"][];
            /** @description Whether it is what readers see now. */
            isCurrent: boolean;
            /**
             * Format: int64
             * @description The position of its event in the log, for `GET /api/checkpoint/inclusion`.
             */
            position: number;
            withheld: {
                reason: string;
                /** Format: date-time */
                at: string;
            } | null;
            /** @description The review as readers saw it; null if the version is withheld. */
            item: components["schemas"]["Review"] | null;
            /** @description The review as readers saw it before; null if there was no version before, or if that is withheld. */
            previous: components["schemas"]["Review"] | null;
        };
        /** @description A version of a tech article. */
        ArticleVersion: {
            /** @description Identifies the version within its item. */
            revision: number;
            /** Format: date-time */
            at: string;
            /**
             * @description What the editor said about the change: `published` if readers could not see the item before, `minor` if nothing.
             * @enum {string}
             */
            type: "published" | "correction" | "update" | "typo" | "minor";
            /** @description The editor's note to readers, with corrections and updates. */
            note: string | null;
            title: string;
            /** @description The rating of a review. */
            rating: number | null;
            /** @description The changes since the version before it, field by field. Empty for the first version. */
            changes: components["schemas"]["VersionChange"][];
            /** @description Whether it is what readers see now. */
            isCurrent: boolean;
            /**
             * Format: int64
             * @description The position of its event in the log, for `GET /api/checkpoint/inclusion`.
             */
            position: number;
            withheld: {
                reason: string;
                /** Format: date-time */
                at: string;
            } | null;
            /** @description The article as readers saw it; null if the version is withheld. */
            item: components["schemas"]["Article"] | null;
            /** @description The article as readers saw it before; null if there was no version before, or if that is withheld. */
            previous: components["schemas"]["Article"] | null;
        };
        /** @description An author's profile. */
        Author: {
            id: number;
            name: string;
            pictureUrl: string | null;
            /** @description Markdown. */
            text: string | null;
            links: components["schemas"]["AuthorLink"][];
            /** @description Interests that readers should know about. */
            disclosure: string | null;
            /** @description The beginning of the text without markup. */
            excerpt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            revision: number;
        };
        /** @description A link in an author's profile. */
        AuthorLink: {
            label: string;
            /** @description An http or https URL. */
            url: string;
        };
        /** @description An author to create. */
        NewAuthor: {
            /** @description As in the `authorName` of the author's reviews and articles. */
            name: string;
            /** @description A URL, a path on this site, or an image file as a data string (JPEG, PNG, WebP or GIF, up to 5 MB). */
            pictureUrl?: string | null;
            /** @description Markdown. */
            text?: string | null;
            links?: components["schemas"]["AuthorLink"][] | null;
            /** @description Interests that readers should know about. Plain text. */
            disclosure?: string | null;
        };
        /** @description The fields of an author to change. Other fields stay the same. */
        AuthorChanges: {
            /** @description As in the `authorName` of the author's reviews and articles. */
            name?: string;
            /** @description A URL, a path on this site, or an image file as a data string (JPEG, PNG, WebP or GIF, up to 5 MB). */
            pictureUrl?: string | null;
            /** @description Markdown. */
            text?: string | null;
            links?: components["schemas"]["AuthorLink"][] | null;
            /** @description Interests that readers should know about. Plain text. */
            disclosure?: string | null;
        };
        /**
         * @description What a search found.
         * @example {
         *       "total": 1,
         *       "hits": [
         *         {
         *           "type": "review",
         *           "id": 1,
         *           "title": "Tarnholt Slate 14: the quiet laptop that makes you stop shopping",
         *           "url": "/reviews/1",
         *           "snippet": "The fanless <mark>laptop</mark> stays <mark>quiet</mark> under load.",
         *           "productBrand": "Tarnholt",
         *           "productName": "Slate 14"
         *         }
         *       ],
         *       "facets": {
         *         "brands": [
         *           {
         *             "value": "Tarnholt",
         *             "count": 1
         *           }
         *         ],
         *         "categories": [
         *           {
         *             "value": "Computers & Laptops",
         *             "count": 1
         *           }
         *         ],
         *         "tags": []
         *       },
         *       "didYouMean": "",
         *       "nearest": false
         *     }
         */
        SearchResult: {
            /** @description Number of hits, before `limit` and `offset`. */
            total: number;
            /** @description Best first. */
            hits: components["schemas"]["SearchHit"][];
            /** @description Names that the hits have, most frequent first. */
            facets: {
                brands: components["schemas"]["SearchFacet"][];
                categories: components["schemas"]["SearchFacet"][];
                tags: components["schemas"]["SearchFacet"][];
            };
            /** @description The query with known words in place of words that no hit has as they were typed; empty if there are none. */
            didYouMean: string;
            /** @description True if nothing has all words of the query: the hits have most of them. */
            nearest: boolean;
        };
        SearchHit: {
            /** @enum {string} */
            type: "review" | "article" | "page";
            id: number;
            title: string;
            /** @description The path of its page. */
            url: string;
            /** @description A passage of its text as HTML: what was found is in `<mark>` elements, and there is no other markup. */
            snippet: string;
            /** @description Only of a review. */
            productBrand?: string;
            /** @description Only of a review. */
            productName?: string;
        };
        SearchFacet: {
            /** @description The name. */
            value: string;
            /** @description Number of hits that have it. */
            count: number;
        };
        Suggestion: {
            /** @enum {string} */
            type: "product" | "brand" | "category" | "article" | "tag" | "author";
            label: string;
            /** @description The path of its page: for a product, the one of its newest review. */
            url: string;
        };
        /** @description An action by a visitor. */
        TrackedEvent: {
            /** Format: uuid */
            id?: string;
            event: string;
            page: string;
            userAgent?: string | null;
            referrer?: string | null;
            sessionId?: string | null;
            /** @description Text containing JSON. */
            metadata?: string | null;
            /** @description When it happened: RFC 3339, or milliseconds since 1970. */
            timestamp?: string | number | null;
        };
        /** @description The admin's account. */
        Account: {
            username: string;
            /** @description Whether the server sets the password at every start, from `CANDOR_ADMIN_PASSWORD`. */
            passwordFromEnvironment: boolean;
            sessions: components["schemas"]["OpenSession"][];
        };
        /** @description A session that has neither ended nor expired. */
        OpenSession: {
            /** @description Whether it is the caller's. */
            current: boolean;
            /** Format: date-time */
            loginTime: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Where the admin signed in from. */
            address: string;
            userAgent: string;
        };
        /** @description Whether someone is signed in, and who. */
        Session: {
            authenticated: boolean;
            username?: string;
            /**
             * Format: date-time
             * @description When the admin signed in.
             */
            loginTime?: string;
            /**
             * Format: date-time
             * @description When the session ends.
             */
            expiresAt?: string;
        };
        /** @description A text as readers see it. */
        RenderedText: {
            /** @description HTML that is safe to embed. */
            html: string;
            headings: components["schemas"]["ContentHeading"][];
            /** @description Number of words. */
            words: number;
        };
        /** @description Counts for the dashboard. */
        Overview: {
            /** @description State of the event log. While it is unavailable, or read-only because its storage has failed, content can be read but not changed. */
            log: {
                /** @description Whether the log responds and is the one this site was built from. */
                available: boolean;
                /** @description Whether it also accepts writes, as far as is known. */
                writable: boolean;
                /**
                 * Format: date-time
                 * @description The time up to which the data is known to be complete; null while it is up to date.
                 */
                asOf: string | null;
            };
            reviews: {
                total: number;
                published: number;
                drafts: number;
                featured: number;
                byCategory: {
                    categoryId: number;
                    count: number;
                }[];
            };
            articles: {
                total: number;
                published: number;
                drafts: number;
            };
            pages: {
                total: number;
                published: number;
                drafts: number;
            };
            messages: {
                unread: number;
                read: number;
            };
            keys: {
                active: number;
                total: number;
            };
            /** @description Changes that couldn't be processed, the newest ones. They aren't shown, and what they take away is hidden. */
            setAside: {
                /** @description The event's type. */
                type: string;
                /** @description What it is about, as a stream of the log. */
                stream: string;
            }[];
        };
        /** @description What is waiting, and what happened in the last seven days. */
        Week: {
            /** @description Unpublished work. */
            drafts: {
                /** @description Unpublished reviews. */
                reviews: number;
                /** @description Unpublished articles. */
                articles: number;
                /** @description Unpublished pages. */
                pages: number;
                /** @description Drafts that an editor has saved but not applied, of existing and of new items. */
                edits: number;
            };
            schedule: {
                /** @description Number of items that have a schedule. */
                items: number;
                /** @description The next scheduled change; null if there is none. */
                next: {
                    /** @enum {string} */
                    kind: "review" | "article" | "page";
                    id: number;
                    title: string;
                    /** @enum {string} */
                    action: "publish" | "unpublish";
                    /** Format: date-time */
                    at: string;
                } | null;
            };
            unreadMessages: number;
            /** @description Number of corrections and updates among the marks. */
            corrections: number;
            /** @description Visits per day (UTC), oldest first. Empty while the visits are being recounted. */
            days: components["schemas"]["VisitsPoint"][];
            /** @description What was published and corrected, oldest first: at most the 50 newest of each type and kind. */
            marks: components["schemas"]["Mark"][];
        };
        /** @description An action in the dashboard. */
        Activity: {
            /** @description A larger number is newer. */
            id: number;
            /** @enum {string} */
            action: "LOGIN" | "LOGOUT" | "SET_PASSWORD" | "CREATE_REVIEW" | "UPDATE_REVIEW" | "DELETE_REVIEW" | "CREATE_NEWS" | "UPDATE_NEWS" | "DELETE_NEWS" | "CREATE_PAGE" | "UPDATE_PAGE" | "DELETE_PAGE" | "CREATE_CATEGORY" | "UPDATE_CATEGORY" | "DELETE_CATEGORY" | "CREATE_AUTHOR" | "UPDATE_AUTHOR" | "DELETE_AUTHOR" | "READ_MESSAGE" | "DELETE_MESSAGE" | "CREATE_API_KEY" | "DEACTIVATE_API_KEY" | "DELETE_API_KEY" | "UPDATE_PICTURE" | "REPLACE_PICTURE" | "REMOVE_PICTURE" | "ALLOW_PICTURE" | "ERASE_PERSON";
            details: string;
            user: string;
            /** Format: date-time */
            timestamp: string;
            item: components["schemas"]["AffectedItem"] | null;
        };
        /** @description The item that an action was about, as it is now. */
        AffectedItem: {
            /** @enum {string} */
            kind: "review" | "article" | "page" | "category" | "author" | "message" | "key";
            id: number;
            title?: string;
            /** @enum {string} */
            state: "present" | "published" | "deleted";
        };
        /** @description An image that was uploaded. */
        StoredPicture: {
            /** @description SHA-256 of the stored image, in hexadecimal. */
            id: string;
            /** @description Where it is served. */
            url: string;
            /** @description In pixels. */
            width: number;
            /** @description In pixels. */
            height: number;
        };
        /** @description A page of the media library. */
        Library: {
            /** @description Number of images that match, ignoring limit and offset. */
            total: number;
            /** @description Number of images in the whole library without alt text. */
            missingAlt: number;
            items: components["schemas"]["Picture"][];
        };
        /** @description An image in the media library. */
        Picture: {
            /** @description SHA-256 of the stored image, in hexadecimal. */
            id: string;
            /** @description Where it is served. */
            url: string;
            /** @description The file's name; empty if it is unknown. */
            name: string;
            /** @enum {string} */
            contentType: "image/jpeg" | "image/png" | "image/webp" | "image/gif";
            /** @description In bytes. */
            size: number;
            /** @description In pixels; 0 for a removed image. */
            width: number;
            /** @description In pixels; 0 for a removed image. */
            height: number;
            animated: boolean;
            /** @description Alt text, for readers who can't see the image. */
            alt: string;
            caption: string;
            credit: string;
            focalPoint: components["schemas"]["FocalPoint"];
            /**
             * Format: date-time
             * @description When it was uploaded.
             */
            storedAt: string;
            /** @description Number of changes so far, starting from 0; null if there are none. Can be sent as `If-Match`. */
            revision: number | null;
            /**
             * Format: date-time
             * @description When it was removed; null if it wasn't.
             */
            removedAt: string | null;
            /** @description Removed, but may be uploaded again. */
            allowed: boolean;
            /** @description Images that this one replaced, the latest first. */
            replaces: components["schemas"]["ReplacedPicture"][];
            /** @description What uses this image, or one that it replaced. */
            uses: components["schemas"]["PictureUse"][];
            copies: components["schemas"]["PictureCopies"];
        };
        /** @description The smaller copies of an image, which each instance of the site makes in the background. Until they are ready, and if they can't be made, readers get the original. */
        PictureCopies: {
            /**
             * @description `ready` also if the image needs none; `failed` if they could not be made and won't be tried again.
             * @enum {string}
             */
            status: "ready" | "pending" | "failed";
            /** @description Why they could not be made, as a sentence; empty unless `failed`. */
            reason: string;
        };
        /** @description The point that stays visible when the image is cropped, as fractions of its width from the left and of its height from the top. */
        FocalPoint: {
            x: number;
            y: number;
        };
        /** @description An image that another one replaced. */
        ReplacedPicture: {
            id: string;
            /** @description Where it was served. It now leads to the other image; the file itself is at `/api/admin/media/{id}/file`. */
            url: string;
            /** @description In pixels. */
            width: number;
            /** @description In pixels. */
            height: number;
            contentType: string;
            /** Format: date-time */
            replacedAt: string;
        };
        /** @description An item or an author that uses an image. */
        PictureUse: {
            /** @enum {string} */
            kind: "review" | "article" | "page" | "author";
            /** @description 0 for a draft of an item that was not created yet. */
            id: number;
            /** @description An author's name. */
            title: string;
            /** @description `published`, `draft` or `deleted`; `changes of` for changes that are not published. */
            state: string;
        };
        /** @description Changes to an image's description. null empties a text. */
        PictureChanges: {
            /** @description One line. */
            alt?: string | null;
            /** @description Plain text. */
            caption?: string | null;
            /** @description One line. */
            credit?: string | null;
            /** @description null means the centre. */
            focalPoint?: components["schemas"]["FocalPoint"] | null;
            /** @description The file's name. */
            name?: string | null;
        };
        /** @description What a page needs to know to show a stored image. */
        ItemPicture: {
            /** @description In pixels. */
            width: number;
            /** @description In pixels. */
            height: number;
            /** @description Alt text; absent if there is none. */
            alt?: string;
            /** @description Absent if there is none. */
            caption?: string;
            /** @description Absent if there is none. */
            credit?: string;
            focalPoint?: components["schemas"]["FocalPoint"];
            /** @description Widths of its smaller copies, in pixels: the one of 480 pixels is at `/media/{sha256}/480`. Absent if there are none. */
            widths?: number[];
        };
        /**
         * @description What a draft says.
         * @example {
         *       "base": 4,
         *       "fields": {
         *         "title": "Quieter",
         *         "rating": "4.6"
         *       },
         *       "was": {
         *         "title": "Quiet",
         *         "rating": 4.5
         *       }
         *     }
         */
        DraftInput: {
            /** @description The item's revision that the edit began from. */
            base: number;
            /** @description The changed fields, as they were typed. The values can be anything. */
            fields: {
                [key: string]: unknown;
            };
            /** @description The same fields at `base`. */
            was?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description What the draft of an item that doesn't exist yet says.
         * @example {
         *       "fields": {
         *         "title": "Quieter"
         *       }
         *     }
         */
        NewDraftInput: {
            /** @description The changed fields, as they were typed. The values can be anything. */
            fields: {
                [key: string]: unknown;
            };
            /** @description The same fields at `base`. */
            was?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description The draft of an item that doesn't exist yet.
         * @example {
         *       "kind": "review",
         *       "fields": {
         *         "title": "Quiet"
         *       }
         *     }
         */
        NewDraft: {
            /**
             * Format: uuid
             * @description A UUID that you choose for it, in lower case. Without one, it gets a random one.
             */
            id?: string;
            /** @enum {string} */
            kind: "review" | "article" | "page";
            /** @description The changed fields, as they were typed. The values can be anything. */
            fields: {
                [key: string]: unknown;
            };
            /** @description The same fields at `base`. */
            was?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description What an editor has typed and readers don't see yet. */
        Draft: {
            /** @description `review-12`, or a UUID if the item doesn't exist yet. */
            id: string;
            /** @enum {string} */
            kind: "review" | "article" | "page";
            /** @description The ID of the item; null if it doesn't exist yet. */
            itemId: number | null;
            /** @description The item's revision that the edit began from; null if the item doesn't exist yet. */
            base: number | null;
            /** @description The changed fields, as they were typed. */
            fields: {
                [key: string]: unknown;
            };
            /** @description The same fields at `base`. */
            was: {
                [key: string]: unknown;
            };
            /** @description The title in the draft, or else the item's. */
            title: string;
            /** Format: date-time */
            updatedAt: string;
            by: components["schemas"]["Actor"];
            /** @description The revision of the draft, not of the item. */
            revision: number;
        };
        /** @description What lists say of an item's draft. */
        DraftSummary: {
            /** Format: date-time */
            updatedAt: string;
            by: components["schemas"]["Actor"];
            /** @description The names of the changed fields. */
            fields: string[];
            /** @description The revision of the draft, not of the item. */
            revision: number;
        };
        /** @description A draft that is stored but can't be shown yet. */
        WrittenDraft: {
            id: string;
            revision: number;
        };
        /**
         * @description An open editor.
         * @example {
         *       "window": "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
         *     }
         */
        EditorWindow: {
            /**
             * Format: uuid
             * @description A UUID that the editor has made for itself.
             */
            window: string;
        };
        /** @description Other editors that have the same item open. */
        OtherEditors: {
            /** @description Longest open first. */
            others: {
                /** Format: date-time */
                since: string;
                by: components["schemas"]["Actor"];
            }[];
        };
        /** @description A secret link under which an item is shown with its draft. */
        PreviewLink: {
            /** Format: uuid */
            id: string;
            url: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description An item as it would be with its draft. */
        Preview: {
            /** @enum {string} */
            kind: "review" | "article" | "page";
            /** @description Of the kind, with its rendered texts. Fields of the draft that break the rules are applied as far as they can be shown. */
            item: components["schemas"]["Review"] | components["schemas"]["Article"] | components["schemas"]["Page"];
            category?: components["schemas"]["Category"];
            /**
             * Format: date-time
             * @description When the link expires.
             */
            expiresAt: string;
        };
        /** @description Who did something. */
        Actor: {
            /**
             * @description `unknown` for an event of another program that doesn't say who caused it.
             * @enum {string}
             */
            kind: "admin" | "bot" | "visitor" | "system" | "unknown";
            id?: string;
            name?: string;
        };
        /** @description A change of one field. */
        FieldChange: {
            /** @description The field's name, including `isPublished`, `isFeatured`, `isDeleted`, `publishAt`, `unpublishAt` and `withheldVersions`. */
            field: string;
            /** @description The value before; null if there was none. */
            old: string | number | boolean | (string | components["schemas"]["SubScore"] | components["schemas"]["Shop"] | components["schemas"]["Criterion"] | components["schemas"]["ComparedSpecification"])[] | null;
            /** @description The value after; null if there is none. */
            new: string | number | boolean | (string | components["schemas"]["SubScore"] | components["schemas"]["Shop"] | components["schemas"]["Criterion"] | components["schemas"]["ComparedSpecification"])[] | null;
        };
        /** @description One event in the history of a review, tech article or page. */
        ItemRevision: {
            /** @description The event's number in the item's history. */
            revision: number;
            /** @description The event's type, such as `ReviewUpdated`. */
            type: string;
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description When the log stored it. Use it as `asOf` to see the site right after this event.
             */
            storedAt: string;
            actor: components["schemas"]["Actor"];
            /** @description The request that caused it. */
            correlationId?: string;
            /** @description The note of a correction or an update for readers, or the reason why a version is withheld. */
            note?: string;
            /** @description The changes, field by field. */
            changes: components["schemas"]["FieldChange"][];
        };
        /** @description A review as it was at a revision. */
        PastReview: {
            /** @description The event's number in the item's history. */
            revision: number;
            /** @description The event's type, such as `ReviewUpdated`. */
            type: string;
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description When the log stored it. Use it as `asOf` to see the site right after this event.
             */
            storedAt: string;
            actor: components["schemas"]["Actor"];
            /** @description The request that caused it. */
            correlationId?: string;
            /** @description The note of a correction or an update for readers, or the reason why a version is withheld. */
            note?: string;
            /** @description The changes, field by field. */
            changes: components["schemas"]["FieldChange"][];
            /** @description Whether it was deleted at that revision. */
            isDeleted: boolean;
            item: components["schemas"]["Review"];
        };
        /** @description A tech article as it was at a revision. */
        PastArticle: {
            /** @description The event's number in the item's history. */
            revision: number;
            /** @description The event's type, such as `ReviewUpdated`. */
            type: string;
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description When the log stored it. Use it as `asOf` to see the site right after this event.
             */
            storedAt: string;
            actor: components["schemas"]["Actor"];
            /** @description The request that caused it. */
            correlationId?: string;
            /** @description The note of a correction or an update for readers, or the reason why a version is withheld. */
            note?: string;
            /** @description The changes, field by field. */
            changes: components["schemas"]["FieldChange"][];
            /** @description Whether it was deleted at that revision. */
            isDeleted: boolean;
            item: components["schemas"]["Article"];
        };
        /** @description A page as it was at a revision. */
        PastPage: {
            /** @description The event's number in the item's history. */
            revision: number;
            /** @description The event's type, such as `ReviewUpdated`. */
            type: string;
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description When the log stored it. Use it as `asOf` to see the site right after this event.
             */
            storedAt: string;
            actor: components["schemas"]["Actor"];
            /** @description The request that caused it. */
            correlationId?: string;
            /** @description The note of a correction or an update for readers, or the reason why a version is withheld. */
            note?: string;
            /** @description The changes, field by field. */
            changes: components["schemas"]["FieldChange"][];
            /** @description Whether it was deleted at that revision. */
            isDeleted: boolean;
            item: components["schemas"]["Page"];
        };
        /** @description A deleted review, tech article or page, which can be restored. */
        DeletedItem: {
            id: number;
            /** @description Its title when it was deleted. */
            title: string;
            revision: number;
            /** Format: date-time */
            deletedAt: string;
            deletedBy: components["schemas"]["Actor"];
            /** @description The request that deleted it. */
            correlationId?: string;
        };
        /** @description One change. */
        HistoryEntry: {
            /**
             * Format: int64
             * @description A larger number is newer.
             */
            position: number;
            /** @description The event's type, such as `ReviewPublished`. */
            type: string;
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description When the log stored it. Later than `at` for imported content.
             */
            recordedAt: string;
            actor: components["schemas"]["Actor"];
            /** @description Where the change came from. Fields are null if unknown, for example in entries older than the recording of these fields. */
            from: {
                /** @enum {string|null} */
                via: "dashboard" | "bot api" | "site" | "command line" | "scheduler" | "import" | "system" | null;
                /** @description The IP address that started the session, or of a failed sign-in. */
                address: string | null;
                /** @description The browser that started the session, or of a failed sign-in. */
                userAgent: string | null;
                /** @description Who sent the message or subscribed; `[erased]` once deleted. */
                sender: string | null;
            };
            /** @description The request that caused it. */
            correlationId: string | null;
            /** @description The kind of item: `review`, `article`, `page`, `category`, `author`, `message`, `subscriber`, `key`, `picture`, `erasure`, or `admin` for sign-ins and passwords. */
            kind: string;
            /** @description The item's title or name at that time. */
            title: string | null;
            /** @description The fields an update changed. */
            fields: string[];
            /** @description Whose changes this undid, such as `apikey-2`. */
            undoes: string | null;
            stream: string;
            revision: number;
            /** @description The item as it is now. */
            item: {
                kind: string;
                id: number;
                title?: string;
                /** @enum {string} */
                state: "present" | "published" | "deleted";
            } | null;
        };
        /** @description A person's stored data. */
        FoundPerson: {
            /** @enum {string} */
            by: "email" | "ip";
            messages: {
                id: number;
                subject: string;
                /** Format: date-time */
                receivedAt: string;
            }[];
            subscribers: {
                id: number;
                /** Format: date-time */
                subscribedAt?: string;
            }[];
            visitors: {
                /** Format: uuid */
                id: string;
                ipAddress: string;
                country: string;
                /** Format: date-time */
                firstVisit: string;
            }[];
        };
        /** @description A receipt of what an erasure removed. It contains no personal data. */
        ErasureReceipt: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            by: "email" | "ip";
            /** Format: date-time */
            erasedAt: string;
            messages: number;
            subscribers: number;
            visitors: number;
            /** @description The deleted streams of the log. */
            streams: string[];
            /** @description The read models that no longer contain the data. */
            forgottenBy: string[];
            /** @description Whether the log has been scavenged since. */
            reclaimed: boolean;
            /** @description Who can still see the erased data until the log is scavenged. */
            note?: string;
        };
        /** @description The effect of undoing on one item. */
        Compensation: {
            /** @enum {string} */
            kind: "review" | "article" | "page" | "category";
            id: number;
            title: string;
            /** @description The revision the preview is based on. */
            revision: number;
            /** @description Types of the events to undo, without repeats. */
            did: string[];
            /** @description Number of events to undo. */
            events: number;
            /** Format: date-time */
            first: string;
            /** Format: date-time */
            last: string;
            /**
             * @description `none`: already in its earlier state. `keep`: a category that other items use.
             * @enum {string}
             */
            action: "delete" | "restore" | "revert" | "none" | "keep";
            /** @description Fields that are reverted. */
            changes: string[];
            /** @description A description of the action. */
            words: string;
            /** @description Number of other items that use a category that is kept. */
            usedBy: number;
            /** @description The latest change by someone else since the key's first one. */
            changedSince: {
                by: components["schemas"]["Actor"];
                /** Format: date-time */
                at: string;
            } | null;
        };
        /** @description The outcome of an undo. */
        UndoOutcome: {
            /** @description ID to find all changes in the audit trail and to undo them with. For a retried request, the ID of the first attempt. */
            requestId: string;
            done: {
                /** @enum {string} */
                kind: "review" | "article" | "page" | "category" | "author";
                id: number;
                revision: number;
                /** @description False if it was already in that state. */
                changed: boolean;
            }[];
            errors: {
                /** @enum {string} */
                kind: "review" | "article" | "page" | "category" | "author";
                id: number;
                /** @description 409: changed since the preview, or in use; 404: nothing to undo; 400: its slug is taken; 503: temporarily unavailable. */
                status: number;
                message: string;
            }[];
        };
        /** @description A summary of visits. Bots are excluded and counted separately. Dashboard pages are not counted. */
        Summary: {
            uniqueVisitors: number;
            /** @description Views by bots. */
            bots: number;
            topPages: {
                /** @description The path. */
                page: string;
                /** @description The page's present title; absent if there is none. */
                title?: string;
                count: number;
            }[];
            topCountries: {
                /** @description ISO 3166 code, Local or Unknown. */
                country: string;
                count: number;
            }[];
            recentActivity: {
                id: number;
                event: string;
                page: string;
                /** @description `[erased]` if the visitor's data was erased. */
                ipAddress: string;
                country: string;
                city: string | null;
                /** Format: date-time */
                createdAt: string;
            }[];
        };
        /** @description Visits over time. */
        Series: {
            /**
             * @description `custom` for a range given by from and to.
             * @enum {string}
             */
            range: "24h" | "7d" | "30d" | "90d" | "all" | "custom";
            /**
             * @description Long ranges are shown in weeks.
             * @enum {string}
             */
            bucket: "hour" | "day" | "week";
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            buckets: components["schemas"]["VisitsPoint"][];
            views: number;
            /** @description Unique visitors. */
            visitors: number;
            /** @description Views by bots. */
            bots: number;
            /** @description The sessions that started in the range. */
            sessions: {
                count: number;
                /** @description Views in these sessions. */
                views: number;
                /** @description Sessions with a single view. */
                bounces: number;
                /** @description 0 without sessions. */
                viewsPerSession: number;
                /** @description 0 to 1; 0 without sessions. */
                bounceShare: number;
                /** @description Average duration of sessions with at least two views, from the first view to the last. The time spent on the last page is not known. */
                seconds: number;
            };
            /** @description The pages these sessions started with, with counts. */
            entryPages: {
                /** @description The path. */
                page: string;
                /** @description The page's present title; absent if there is none. */
                title?: string;
                count: number;
            }[];
            referrers: {
                referrer: string;
                count: number;
            }[];
            browsers: {
                browser: string;
                count: number;
            }[];
            systems: {
                system: string;
                count: number;
            }[];
            devices: {
                device: string;
                count: number;
            }[];
            pages: {
                /** @description The path. */
                page: string;
                /** @description The page's present title; absent if there is none. */
                title?: string;
                count: number;
            }[];
            countries: {
                /** @description ISO 3166 code, Local or Unknown. */
                country: string;
                count: number;
            }[];
        };
        /** @description The visits of one interval. */
        VisitsPoint: {
            /** Format: date-time */
            start: string;
            views: number;
            /** @description Unique visitors. */
            visitors: number;
            /** @description Sessions that started in this interval. */
            sessions: number;
        };
        /** @description A publication, a correction or a noted update. */
        Mark: {
            /** @enum {string} */
            type: "published" | "correction" | "update";
            /** @enum {string} */
            kind: "review" | "article" | "page";
            id: number;
            /** @description The present title. */
            title: string;
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description When the log stored it. Later than `at` for imported content. Use it as `asOf` to see the site right after it.
             */
            recordedAt: string;
        };
        /** @description A product review. */
        Review: {
            id: number;
            productName: string;
            productBrand: string;
            categoryId: number;
            productDescription: string | null;
            /** @description Minimum price in US dollars. */
            productPrice: number | null;
            /** @description Maximum price in US dollars. */
            productPriceMax: number | null;
            productImageUrl: string | null;
            /**
             * Format: date-time
             * @description When the price was last set; null without a price.
             */
            pricedAt: string | null;
            specifications: string[];
            features: string[];
            title: string;
            /** @description Markdown, as it was written. Each line outside of lists, tables, quotes and code is a paragraph. */
            content: string;
            /** @description The beginning of the content on one line without Markdown: at most 320 characters, to the end of a word. */
            contentText: string;
            /** @description In searches, the passage of the content that matches, without Markdown, where `contentText` doesn't show it. */
            matchText?: string;
            /** @description The content as HTML that is safe to embed. Only in responses with a single review. */
            contentHtml?: string;
            /** @description The verdict as HTML. Only in responses with a single review. */
            verdictHtml?: string | null;
            /** @description The content's headings, in order. Only beside `contentHtml`. */
            contentHeadings?: components["schemas"]["ContentHeading"][];
            /** @description Number of words in the content. Only beside `contentHtml`. */
            contentWords?: number;
            rating: number;
            /** @description Its scores by the criteria of its category, in their order; absent if there are none. */
            subScores?: components["schemas"]["SubScore"][];
            pros: string[];
            cons: string[];
            /** @description Markdown. */
            verdict: string | null;
            /** @description The verdict without Markdown, on one line. */
            verdictText: string | null;
            videoCredit: string | null;
            authorName: string;
            isFeatured: boolean;
            isPublished: boolean;
            videoUrl: string | null;
            /** @description The first is the main image. */
            imageUrls: string[];
            aliexpressLink: string | null;
            shopeeLink: string | null;
            /** @description Where to buy the product: AliExpress and Shopee first, if there are links to them; absent if there are none. */
            shops?: components["schemas"]["Shop"][];
            /** @description What the product has cost while readers could see the review, oldest first. Only where readers read a single review, and only if the price has changed. */
            prices?: components["schemas"]["Price"][];
            /** @description Tags; absent if there are none. */
            tags?: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When it was last published; null for a draft.
             */
            publishedAt: string | null;
            /**
             * Format: date-time
             * @description When it was last corrected; null if never.
             */
            correctedAt: string | null;
            /**
             * Format: date-time
             * @description When it was last updated, as readers are told; null if never. Minor edits don't count.
             */
            updateNotedAt: string | null;
            /** @description Number of changes so far. */
            revision: number;
            /** @description Its corrections and updates, newest first. Included for single items, not in lists. */
            corrections?: components["schemas"]["Correction"][];
            /** @description The stored images among its image URLs, by URL. In lists, only the one that a card shows. Absent if there are none. */
            pictures?: {
                [key: string]: components["schemas"]["ItemPicture"];
            };
            /** @description Its author, brand and tags with the slugs of their pages. Included for single published items. */
            names?: {
                author: components["schemas"]["NameLink"] | null;
                /** @description Null for tech articles. */
                brand: components["schemas"]["NameLink"] | null;
                /** @description Without those that differ only in case or spaces. */
                tags: components["schemas"]["NameLink"][];
            };
            /**
             * Format: date-time
             * @description When it will be published automatically. Visible only to the admin and bots.
             */
            publishAt?: string | null;
            /**
             * Format: date-time
             * @description When it will be unpublished automatically. Visible only to the admin and bots.
             */
            unpublishAt?: string | null;
            /** @description Changes that are not published yet. Only in the admin's lists. */
            draft?: components["schemas"]["DraftSummary"] | null;
        };
        /** @description A shop that sells the product. */
        Shop: {
            name: string;
            url: string;
            /** @description US dollars; absent if it isn't stated. */
            price?: number;
            /**
             * Format: date
             * @description Day of the price; absent without one.
             */
            date?: string;
        };
        /** @description What the product cost from a time on. */
        Price: {
            /**
             * Format: date-time
             * @description When the price was set.
             */
            at: string;
            /** @description Minimum price in US dollars. */
            price: number | null;
            /** @description Maximum price in US dollars. */
            priceMax: number | null;
        };
        /** @description A review's score by one criterion. The name and the weight are those of the day of the score: they stay when the category's criteria change. */
        SubScore: {
            /** @description ID of the criterion in its category. */
            criterionId: string;
            /** @description Name of the criterion. */
            name: string;
            /** @description The criterion's part of the total in percent. */
            weight: number;
            score: number;
            /** @description Why, in plain text; absent if there is none. */
            text?: string;
        };
        /** @description A heading of a text. */
        ContentHeading: {
            level: number;
            /** @description The ID of its element in the HTML. */
            id: string;
            text: string;
        };
        /** @description A correction or an update of published content. */
        Correction: {
            /** @description Identifies the correction or update within its item. */
            revision: number;
            /** Format: date-time */
            at: string;
            /**
             * @description Whether something was wrong (`correction`), or is different now (`update`).
             * @enum {string}
             */
            type: "correction" | "update";
            /** @description The editor's note for readers; empty for an update without one. */
            note: string;
            changes: components["schemas"]["CorrectedField"][];
        };
        /** @description A correction or an update of published content, with the item that it is of. */
        ListedCorrection: {
            /**
             * @description Kind of the item.
             * @enum {string}
             */
            kind: "review" | "article";
            /** @description ID of the item. */
            id: number;
            /** @description The item's current title. */
            title: string;
            /** @description Where the site shows it, without the origin: `/reviews/42#correction-4`. */
            url: string;
            /** @description Identifies the correction or update within its item. */
            revision: number;
            /** Format: date-time */
            at: string;
            /**
             * @description Whether something was wrong (`correction`), or is different now (`update`).
             * @enum {string}
             */
            type: "correction" | "update";
            /** @description The editor's note for readers; empty for an update without one. */
            note: string;
            changes: components["schemas"]["CorrectedField"][];
        };
        /** @description What a correction or an update changed in one field. */
        CorrectedField: {
            /** @description `rating`, `subScores`, `productPrice`, `productPriceMax`, `verdict`, `productName`, `productBrand`, `productDescription`, `title`, `content` or `excerpt`. */
            field: string;
            /** @description The old value; absent if it belongs to a withheld version. For multi-line text, only the changed lines, with … for the rest. */
            from?: string | number | null;
            /** @description The new value; absent if it belongs to a withheld version. */
            to?: string | number | null;
        };
        /** @description A review to create. */
        NewReview: {
            /** @description Name of the reviewed product. */
            productName: string;
            /** @description Brand of the product. */
            productBrand: string;
            /** @description ID of an existing category; see `GET /api/categories`. */
            categoryId: number;
            /** @description The headline. */
            title: string;
            /** @description The text, in Markdown: CommonMark with tables, strikethrough and links made of URLs, such as `# Sound\n\nIt is **quiet**.\n\n- Light\n- Warm`. Each line outside of lists, tables, quotes and code is a paragraph; HTML is shown as typed. */
            content: string;
            /** @description Name of the author. */
            authorName: string;
            /**
             * @description Stars, rounded to one decimal. Without it, a call with sub-scores sets their weighted mean.
             * @default 1
             */
            rating?: number;
            /** @description Scores by the criteria of the category; they replace all that the review has. */
            subScores?: components["schemas"]["NewSubScore"][] | null;
            /** @description Short description of the product. */
            productDescription?: string | null;
            /** @description Minimum price in US dollars. */
            productPrice?: number | null;
            /** @description Maximum price in US dollars. */
            productPriceMax?: number | null;
            /** @description URL of an image, or a data URL of up to 5 MB. */
            productImageUrl?: string | null;
            /** @description List of strings, such as `Weight: 1.2 kg`, or a text with one on each line. */
            specifications?: string[] | string | null;
            /** @description List of strings, or a text with one on each line. */
            features?: string[] | string | null;
            /** @description Pros, one string each, or a text with one on each line. */
            pros?: string[] | string | null;
            /** @description Cons, one string each, or a text with one on each line. */
            cons?: string[] | string | null;
            /** @description The final verdict, in Markdown. */
            verdict?: string | null;
            /** @description URL of a video. */
            videoUrl?: string | null;
            /** @description Credit for the video. */
            videoCredit?: string | null;
            /** @description URLs or data URLs, as a list or as a text with commas between them. The first is the main image. */
            imageUrls?: string[] | string | null;
            /** @description AliExpress link. */
            aliexpressLink?: string | null;
            /** @description Shopee link. */
            shopeeLink?: string | null;
            /** @description Where to buy the product; they replace all that the review has. Those named AliExpress and Shopee set the two links, unless these are sent, too. */
            shops?: components["schemas"]["NewShop"][] | null;
            /** @description Tags, one string each, or a text with one on each line. */
            tags?: string[] | string | null;
            /**
             * @description Whether it is featured on the home page.
             * @default false
             */
            isFeatured?: boolean;
            /**
             * @description Whether it is visible to readers.
             * @default false
             */
            isPublished?: boolean;
            /**
             * Format: date-time
             * @description When to publish a draft automatically: a future time, or null. Cleared when it is published earlier.
             */
            publishAt?: string | null;
            /**
             * Format: date-time
             * @description When to unpublish it automatically: a future time after `publishAt`, or null. Cleared when it is unpublished earlier.
             */
            unpublishAt?: string | null;
        };
        /** @description A shop that sells the product. */
        NewShop: {
            /** @description Name of the shop. */
            name: string;
            /** @description Where it sells the product: a URL that starts with http:// or https://. */
            url: string;
            /** @description US dollars. */
            price?: number | null;
            /**
             * Format: date
             * @description Day of the price, such as 2026-11-21; today's if left out.
             */
            date?: string | null;
        };
        /** @description A score by one criterion. */
        NewSubScore: {
            /** @description ID of a criterion of the review's category, which isn't retired; see `GET /api/categories`. */
            criterionId: string;
            /** @description Stars, rounded to one decimal. */
            score: number;
            /** @description Why, in plain text. */
            text?: string | null;
        };
        /** @description The fields of a review to change. Other fields stay the same. */
        ReviewChanges: {
            /** @description Name of the reviewed product. */
            productName?: string;
            /** @description Brand of the product. */
            productBrand?: string;
            /** @description ID of an existing category; see `GET /api/categories`. */
            categoryId?: number;
            /** @description The headline. */
            title?: string;
            /** @description The text, in Markdown: CommonMark with tables, strikethrough and links made of URLs, such as `# Sound\n\nIt is **quiet**.\n\n- Light\n- Warm`. Each line outside of lists, tables, quotes and code is a paragraph; HTML is shown as typed. */
            content?: string;
            /** @description Name of the author. */
            authorName?: string;
            /**
             * @description Stars, rounded to one decimal. Without it, a call with sub-scores sets their weighted mean.
             * @default 1
             */
            rating?: number;
            /** @description Scores by the criteria of the category; they replace all that the review has. */
            subScores?: components["schemas"]["NewSubScore"][] | null;
            /** @description Short description of the product. */
            productDescription?: string | null;
            /** @description Minimum price in US dollars. */
            productPrice?: number | null;
            /** @description Maximum price in US dollars. */
            productPriceMax?: number | null;
            /** @description URL of an image, or a data URL of up to 5 MB. */
            productImageUrl?: string | null;
            /** @description List of strings, such as `Weight: 1.2 kg`, or a text with one on each line. */
            specifications?: string[] | string | null;
            /** @description List of strings, or a text with one on each line. */
            features?: string[] | string | null;
            /** @description Pros, one string each, or a text with one on each line. */
            pros?: string[] | string | null;
            /** @description Cons, one string each, or a text with one on each line. */
            cons?: string[] | string | null;
            /** @description The final verdict, in Markdown. */
            verdict?: string | null;
            /** @description URL of a video. */
            videoUrl?: string | null;
            /** @description Credit for the video. */
            videoCredit?: string | null;
            /** @description URLs or data URLs, as a list or as a text with commas between them. The first is the main image. */
            imageUrls?: string[] | string | null;
            /** @description AliExpress link. */
            aliexpressLink?: string | null;
            /** @description Shopee link. */
            shopeeLink?: string | null;
            /** @description Where to buy the product; they replace all that the review has. Those named AliExpress and Shopee set the two links, unless these are sent, too. */
            shops?: components["schemas"]["NewShop"][] | null;
            /** @description Tags, one string each, or a text with one on each line. */
            tags?: string[] | string | null;
            /**
             * @description Whether it is featured on the home page.
             * @default false
             */
            isFeatured?: boolean;
            /**
             * @description Whether it is visible to readers.
             * @default false
             */
            isPublished?: boolean;
            /**
             * Format: date-time
             * @description When to publish a draft automatically: a future time, or null. Cleared when it is published earlier.
             */
            publishAt?: string | null;
            /**
             * Format: date-time
             * @description When to unpublish it automatically: a future time after `publishAt`, or null. Cleared when it is unpublished earlier.
             */
            unpublishAt?: string | null;
            /** @description A note for readers about what was wrong. Marks the change to published content as a correction. Requires a change to the rating, a sub-score, the verdict, a price, the product (name, brand or description), the content or the title. At most one of `correction`, `update` and `typo` can be sent, and only for published content. Without any, a changed rating is shown as an update without a note, and any other change is a minor edit. */
            correction?: string | null;
            /** @description A note for readers about what has changed since; it may be empty. Marks the change to published content as an update. Requires a change. */
            update?: string | null;
            /** @description Whether the change to published content only corrects a slip of the pen, so that readers are told nothing. Requires a change. */
            typo?: boolean | null;
        };
        /** @description A tech article. */
        Article: {
            id: number;
            title: string;
            /** @description Markdown, as it was written. Each line outside of lists, tables, quotes and code is a paragraph. */
            content: string;
            /** @description The beginning of the content on one line without Markdown: at most 320 characters, to the end of a word. */
            contentText: string;
            /** @description In searches, the passage of the content that matches, without Markdown, where `contentText` doesn't show it. */
            matchText?: string;
            /** @description The content as HTML that is safe to embed. Only in responses with a single article. */
            contentHtml?: string;
            /** @description The content's headings, in order. Only beside `contentHtml`. */
            contentHeadings?: components["schemas"]["ContentHeading"][];
            /** @description Number of words in the content. Only beside `contentHtml`. */
            contentWords?: number;
            excerpt: string | null;
            imageUrl: string | null;
            videoUrl: string | null;
            videoCredit: string | null;
            /** @description Free text. */
            category: string;
            authorName: string;
            /** @description Tags; absent if there are none. */
            tags?: string[];
            isPublished: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            publishedAt: string | null;
            /**
             * Format: date-time
             * @description When it was last corrected; null if never.
             */
            correctedAt: string | null;
            /**
             * Format: date-time
             * @description When it was last updated, as readers are told; null if never. Minor edits don't count.
             */
            updateNotedAt: string | null;
            revision: number;
            /** @description Its corrections and updates, newest first. Included for single items, not in lists. */
            corrections?: components["schemas"]["Correction"][];
            /** @description The stored images among its image URLs, by URL. In lists, only the one that a card shows. Absent if there are none. */
            pictures?: {
                [key: string]: components["schemas"]["ItemPicture"];
            };
            /** @description Its author, brand and tags with the slugs of their pages. Included for single published items. */
            names?: {
                author: components["schemas"]["NameLink"] | null;
                /** @description Null for tech articles. */
                brand: components["schemas"]["NameLink"] | null;
                /** @description Without those that differ only in case or spaces. */
                tags: components["schemas"]["NameLink"][];
            };
            /**
             * Format: date-time
             * @description When it will be published automatically. Visible only to the admin and bots.
             */
            publishAt?: string | null;
            /**
             * Format: date-time
             * @description When it will be unpublished automatically. Visible only to the admin and bots.
             */
            unpublishAt?: string | null;
            /** @description Changes that are not published yet. Only in the admin's lists. */
            draft?: components["schemas"]["DraftSummary"] | null;
        };
        /** @description A tech article to create. */
        NewArticle: {
            /** @description The headline. */
            title: string;
            /** @description The text, in Markdown: CommonMark with tables, strikethrough and links made of URLs, such as `# Sound\n\nIt is **quiet**.\n\n- Light\n- Warm`. Each line outside of lists, tables, quotes and code is a paragraph; HTML is shown as typed. */
            content: string;
            /** @description Free text, such as AI, Security or Startup. */
            category: string;
            /** @description Name of the author. */
            authorName: string;
            /** @description One or two sentences for lists. */
            excerpt?: string | null;
            /** @description URL of an image, or a data URL of up to 5 MB. */
            imageUrl?: string | null;
            /** @description URL of a video. */
            videoUrl?: string | null;
            /** @description Credit for the video. */
            videoCredit?: string | null;
            /** @description Tags, one string each, or a text with one on each line. */
            tags?: string[] | string | null;
            /**
             * @description Whether it is visible to readers.
             * @default false
             */
            isPublished?: boolean;
            /**
             * Format: date-time
             * @description When to publish a draft automatically: a future time, or null. Cleared when it is published earlier.
             */
            publishAt?: string | null;
            /**
             * Format: date-time
             * @description When to unpublish it automatically: a future time after `publishAt`, or null. Cleared when it is unpublished earlier.
             */
            unpublishAt?: string | null;
        };
        /** @description The fields of an article to change. Other fields stay the same. */
        ArticleChanges: {
            /** @description The headline. */
            title?: string;
            /** @description The text, in Markdown: CommonMark with tables, strikethrough and links made of URLs, such as `# Sound\n\nIt is **quiet**.\n\n- Light\n- Warm`. Each line outside of lists, tables, quotes and code is a paragraph; HTML is shown as typed. */
            content?: string;
            /** @description Free text, such as AI, Security or Startup. */
            category?: string;
            /** @description Name of the author. */
            authorName?: string;
            /** @description One or two sentences for lists. */
            excerpt?: string | null;
            /** @description URL of an image, or a data URL of up to 5 MB. */
            imageUrl?: string | null;
            /** @description URL of a video. */
            videoUrl?: string | null;
            /** @description Credit for the video. */
            videoCredit?: string | null;
            /** @description Tags, one string each, or a text with one on each line. */
            tags?: string[] | string | null;
            /**
             * @description Whether it is visible to readers.
             * @default false
             */
            isPublished?: boolean;
            /**
             * Format: date-time
             * @description When to publish a draft automatically: a future time, or null. Cleared when it is published earlier.
             */
            publishAt?: string | null;
            /**
             * Format: date-time
             * @description When to unpublish it automatically: a future time after `publishAt`, or null. Cleared when it is unpublished earlier.
             */
            unpublishAt?: string | null;
            /** @description A note for readers about what was wrong. Marks the change to published content as a correction. Requires a change to the content, the title or the excerpt. At most one of `correction`, `update` and `typo` can be sent, and only for published content. Without any, the change is a minor edit. */
            correction?: string | null;
            /** @description A note for readers about what has changed since; it may be empty. Marks the change to published content as an update. Requires a change. */
            update?: string | null;
            /** @description Whether the change to published content only corrects a slip of the pen, so that readers are told nothing. Requires a change. */
            typo?: boolean | null;
        };
        /** @description A page of the site, such as "How we test". */
        Page: {
            id: number;
            title: string;
            /** @description The last part of its address, `/pages/{slug}`. */
            slug: string;
            /** @description Markdown, as it was written. Each line outside of lists, tables, quotes and code is a paragraph. */
            content: string;
            /** @description The beginning of the content on one line without Markdown: at most 320 characters, to the end of a word. */
            contentText: string;
            /** @description In searches, the passage of the content that matches, without Markdown, where `contentText` doesn't show it. */
            matchText?: string;
            /** @description The content as HTML that is safe to embed. Only in responses with a single page, or in a list requested by `slug`. */
            contentHtml?: string;
            /** @description The content's headings, in order. Only beside `contentHtml`. */
            contentHeadings?: components["schemas"]["ContentHeading"][];
            /** @description Number of words in the content. Only beside `contentHtml`. */
            contentWords?: number;
            isPublished: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When it was last published; null for a draft.
             */
            publishedAt: string | null;
            revision: number;
            /**
             * Format: date-time
             * @description When it will be published automatically. Visible only to the admin and bots.
             */
            publishAt?: string | null;
            /**
             * Format: date-time
             * @description When it will be unpublished automatically. Visible only to the admin and bots.
             */
            unpublishAt?: string | null;
            /** @description Changes that are not published yet. Only in the admin's lists. */
            draft?: components["schemas"]["DraftSummary"] | null;
        };
        /** @description A page to create. */
        NewPage: {
            /** @description The headline. */
            title: string;
            /** @description The last part of its address: lower-case letters, digits and single hyphens. A new page without one gets it from the title. */
            slug?: string;
            /** @description The text, in Markdown: CommonMark with tables, strikethrough and links made of URLs, such as `# Sound\n\nIt is **quiet**.\n\n- Light\n- Warm`. Each line outside of lists, tables, quotes and code is a paragraph; HTML is shown as typed. */
            content: string;
            /**
             * @description Whether it is visible to readers.
             * @default false
             */
            isPublished?: boolean;
            /**
             * Format: date-time
             * @description When to publish a draft automatically: a future time, or null. Cleared when it is published earlier.
             */
            publishAt?: string | null;
            /**
             * Format: date-time
             * @description When to unpublish it automatically: a future time after `publishAt`, or null. Cleared when it is unpublished earlier.
             */
            unpublishAt?: string | null;
        };
        /** @description The fields of a page to change. Other fields stay the same. */
        PageChanges: {
            /** @description The headline. */
            title?: string;
            /** @description The last part of its address: lower-case letters, digits and single hyphens. A new page without one gets it from the title. */
            slug?: string;
            /** @description The text, in Markdown: CommonMark with tables, strikethrough and links made of URLs, such as `# Sound\n\nIt is **quiet**.\n\n- Light\n- Warm`. Each line outside of lists, tables, quotes and code is a paragraph; HTML is shown as typed. */
            content?: string;
            /**
             * @description Whether it is visible to readers.
             * @default false
             */
            isPublished?: boolean;
            /**
             * Format: date-time
             * @description When to publish a draft automatically: a future time, or null. Cleared when it is published earlier.
             */
            publishAt?: string | null;
            /**
             * Format: date-time
             * @description When to unpublish it automatically: a future time after `publishAt`, or null. Cleared when it is unpublished earlier.
             */
            unpublishAt?: string | null;
        };
        /** @description A tag, brand or author of published items. */
        Name: {
            /** @description Part of the name's URL. */
            slug: string;
            /** @description The name in its most frequent spelling. */
            name: string;
            /** @description How many published items have it. */
            count: number;
        };
        /** @description An author of published items. */
        AuthorName: {
            /** @description Part of the name's URL. */
            slug: string;
            /** @description The name in its most frequent spelling. */
            name: string;
            /** @description How many published items have it. */
            count: number;
            /** @description What the author says of themselves; null if there is no profile of this name. */
            profile: {
                pictureUrl: string | null;
                /** @description HTML, like `contentHtml` of reviews. */
                text: string;
                /** @description The beginning of the text without markup. */
                excerpt: string;
                links: components["schemas"]["AuthorLink"][];
                /** @description Interests that readers should know about. */
                disclosure: string | null;
            } | null;
        };
        /** @description A tag, brand or author of an item. */
        NameLink: {
            /** @description The name as the item spells it. */
            name: string;
            /** @description Part of the name's URL. */
            slug: string;
        };
        /** @description The items before and after one in a list. */
        Neighbours: {
            /** @description The newer one; null for the newest. */
            previous: components["schemas"]["Neighbour"] | null;
            /** @description The older one; null for the oldest. */
            next: components["schemas"]["Neighbour"] | null;
        };
        /** @description An item beside another. */
        Neighbour: {
            id: number;
            title: string;
            /** @description The path of its page. */
            url: string;
        };
        /** @description A value of a filter. */
        Choice: {
            /** @description The value of the parameter. */
            value: string;
            /** @description The value as readers see it. */
            label: string;
            /** @description How many items it would leave. */
            count: number;
        };
        /** @description The filters of a list. Tech articles have no brands, scores and prices. */
        Facets: {
            /** @description How many items the list has. */
            total: number;
            categories: components["schemas"]["Choice"][];
            brands: components["schemas"]["Choice"][];
            tags: components["schemas"]["Choice"][];
            authors: components["schemas"]["Choice"][];
            years: components["schemas"]["Choice"][];
            /** @description Values of `minScore`. */
            scores: components["schemas"]["Choice"][];
            /** @description Values of `maxPrice`. */
            prices: components["schemas"]["Choice"][];
        };
        /** @description A category of reviews. */
        Category: {
            id: number;
            name: string;
            /** @description Part of the category's URL. */
            slug: string;
            description: string | null;
            icon: string | null;
            color: string | null;
            /** @description Categories are listed by it, lowest first, then by ID. */
            order: number;
            /** @description What its reviews can be scored by. */
            criteria: components["schemas"]["Criterion"][];
            /** @description Which values of specifications are better when its reviews are compared. */
            specifications: components["schemas"]["ComparedSpecification"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            revision: number;
        };
        /** @description What reviews of a category can be scored by. */
        Criterion: {
            id: string;
            name: string;
            /** @description Its part of the total in percent. Those of the criteria in use add up to 100. */
            weight: number;
            /** @description Whether no more reviews can be scored by it. */
            retired?: boolean;
        };
        /** @description Which values of a specification are better. */
        ComparedSpecification: {
            /** @description The specification's name, such as `Weight`; not case-sensitive. */
            name: string;
            /** @enum {string} */
            better: "higher" | "lower";
        };
        /** @description What reviews of a category can be scored by. */
        NewCriterion: {
            /** @description Identifies it when its name changes. Made from the name if left out. */
            id?: string | null;
            /** @description Display name. */
            name: string;
            /** @description Its part of the total. The weights of a category are made to add up to 100. 1 if left out. */
            weight?: number | null;
            /** @description Whether no more reviews can be scored by it. */
            retired?: boolean | null;
        };
        /** @description A category to create. */
        NewCategory: {
            /** @description Display name. */
            name: string;
            /** @description Part of the category's URL: lower-case letters, digits and single hyphens. */
            slug: string;
            /** @description Short description. */
            description?: string | null;
            /** @description The name of a lucide icon. */
            icon?: string | null;
            /** @description A CSS color. */
            color?: string | null;
            /** @description Categories are listed by it, lowest first, then by ID. 0 if left out. */
            order?: number | null;
            /** @description What its reviews can be scored by; they replace all that it has. Those that are left out are deleted, but retired if a review is scored by them. */
            criteria?: components["schemas"]["NewCriterion"][] | null;
            /** @description Which values of specifications are better when its reviews are compared; they replace all that it has. */
            specifications?: components["schemas"]["ComparedSpecification"][] | null;
        };
        /** @description The fields of a category to change. Other fields stay the same. */
        CategoryChanges: {
            /** @description Display name. */
            name?: string;
            /** @description Part of the category's URL: lower-case letters, digits and single hyphens. */
            slug?: string;
            /** @description Short description. */
            description?: string | null;
            /** @description The name of a lucide icon. */
            icon?: string | null;
            /** @description A CSS color. */
            color?: string | null;
            /** @description Categories are listed by it, lowest first, then by ID. 0 if left out. */
            order?: number | null;
            /** @description What its reviews can be scored by; they replace all that it has. Those that are left out are deleted, but retired if a review is scored by them. */
            criteria?: components["schemas"]["NewCriterion"][] | null;
            /** @description Which values of specifications are better when its reviews are compared; they replace all that it has. */
            specifications?: components["schemas"]["ComparedSpecification"][] | null;
        };
        /** @description A product, combined from the published reviews with the same brand and name. */
        Product: {
            id: number;
            name: string;
            brand: string;
            categoryId: number;
            description: string | null;
            price: number | null;
            /** @description Null when all prices are equal. */
            priceMax: number | null;
            imageUrl: string | null;
            /** @description Newest first. */
            reviewIds: number[];
        };
        /** @description The API key that made the request. */
        BotStatus: {
            /** @enum {string} */
            status: "online";
            /** @description The key's name. */
            name: string;
            permissions: ("create_reviews" | "create_news" | "create_categories" | "read_analytics" | "read_unpublished")[];
            isActive: boolean;
            /**
             * Format: date-time
             * @description When the key expires; null for never.
             */
            expiresAt: string | null;
        };
        /** @description The outcome for each item of a bulk request. */
        BulkResult: {
            created: {
                index: number;
                id: number;
            }[];
            errors: {
                index: number;
                errors: components["schemas"]["FieldError"][];
            }[];
        };
        /** @description The outcome for each item of a bulk request. */
        BulkChange: {
            /** @description ID to undo the request with, see `POST /api/admin/undo`. For a retried request, the ID of the first attempt. */
            requestId: string;
            done: {
                id: number;
                revision: number;
                /** @description False if it was already in that state. */
                changed: boolean;
            }[];
            errors: {
                id: number;
                status: number;
                message: string;
            }[];
        };
        /** @description A problem with one field. */
        FieldError: {
            field: string;
            message: string;
        };
        /** @description Why a request was refused (RFC 9457). */
        Problem: {
            /** @description `about:blank`, or a URN for the reason such as `urn:candor:problem:key-expired`. */
            type: string;
            /** @description The name of the status. */
            title: string;
            status: number;
            /** @description A human-readable description of the problem. */
            detail: string;
            /** @description The same as `detail`. */
            message: string;
            errors?: components["schemas"]["FieldError"][];
            /** @description The item's current revision, with 412. */
            currentRevision?: number;
            /** @description Who made the current revision, with 412. */
            changedBy?: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @description When the current revision was made, with 412.
             */
            changedAt?: string;
            /** @description How much of the past data is built, with 503. */
            progress?: number;
            requestId: string;
        };
        /** @description A change that is stored but can't be shown yet. */
        Written: {
            id: number;
            revision: number;
        };
        /** @description The outcome of a form submission. */
        Thanks: {
            success: boolean;
            message: string;
        };
        /** @description A contact message. */
        Message: {
            id: number;
            name: string;
            email: string;
            subject: string;
            message: string;
            isRead: boolean;
            /** Format: date-time */
            createdAt: string;
            revision: number;
        };
        /** @description An API key, without the key itself. */
        Key: {
            id: number;
            name: string;
            /** @description The prefix and last four characters of the key. */
            hint: string;
            permissions: ("create_reviews" | "create_news" | "create_categories" | "read_analytics" | "read_unpublished")[];
            isActive: boolean;
            /** Format: date-time */
            lastUsed: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            revision: number;
            /** @description Requests allowed in any hour. */
            limit: number;
            /** @description Requests left, on the instance that responds. */
            remaining: number;
        };
        /** @description A new API key. `apiKey` is returned only here. */
        CreatedKey: {
            apiKey: string;
            id: number;
            name: string;
            /** @description The prefix and last four characters of the key. */
            hint: string;
            permissions: ("create_reviews" | "create_news" | "create_categories" | "read_analytics" | "read_unpublished")[];
            isActive: boolean;
            /** Format: date-time */
            lastUsed: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            revision: number;
            /** @description Requests allowed in any hour. */
            limit: number;
            /** @description Requests left, on the instance that responds. */
            remaining: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Site = components['schemas']['Site'];
export type PublicHistory = components['schemas']['PublicHistory'];
export type Version = components['schemas']['Version'];
export type VersionChange = components['schemas']['VersionChange'];
export type ReviewVersion = components['schemas']['ReviewVersion'];
export type ArticleVersion = components['schemas']['ArticleVersion'];
export type Author = components['schemas']['Author'];
export type AuthorLink = components['schemas']['AuthorLink'];
export type NewAuthor = components['schemas']['NewAuthor'];
export type AuthorChanges = components['schemas']['AuthorChanges'];
export type SearchResult = components['schemas']['SearchResult'];
export type SearchHit = components['schemas']['SearchHit'];
export type SearchFacet = components['schemas']['SearchFacet'];
export type Suggestion = components['schemas']['Suggestion'];
export type TrackedEvent = components['schemas']['TrackedEvent'];
export type Account = components['schemas']['Account'];
export type OpenSession = components['schemas']['OpenSession'];
export type Session = components['schemas']['Session'];
export type RenderedText = components['schemas']['RenderedText'];
export type Overview = components['schemas']['Overview'];
export type Week = components['schemas']['Week'];
export type Activity = components['schemas']['Activity'];
export type AffectedItem = components['schemas']['AffectedItem'];
export type StoredPicture = components['schemas']['StoredPicture'];
export type Library = components['schemas']['Library'];
export type Picture = components['schemas']['Picture'];
export type PictureCopies = components['schemas']['PictureCopies'];
export type FocalPoint = components['schemas']['FocalPoint'];
export type ReplacedPicture = components['schemas']['ReplacedPicture'];
export type PictureUse = components['schemas']['PictureUse'];
export type PictureChanges = components['schemas']['PictureChanges'];
export type ItemPicture = components['schemas']['ItemPicture'];
export type DraftInput = components['schemas']['DraftInput'];
export type NewDraftInput = components['schemas']['NewDraftInput'];
export type NewDraft = components['schemas']['NewDraft'];
export type Draft = components['schemas']['Draft'];
export type DraftSummary = components['schemas']['DraftSummary'];
export type WrittenDraft = components['schemas']['WrittenDraft'];
export type EditorWindow = components['schemas']['EditorWindow'];
export type OtherEditors = components['schemas']['OtherEditors'];
export type PreviewLink = components['schemas']['PreviewLink'];
export type Preview = components['schemas']['Preview'];
export type Actor = components['schemas']['Actor'];
export type FieldChange = components['schemas']['FieldChange'];
export type ItemRevision = components['schemas']['ItemRevision'];
export type PastReview = components['schemas']['PastReview'];
export type PastArticle = components['schemas']['PastArticle'];
export type PastPage = components['schemas']['PastPage'];
export type DeletedItem = components['schemas']['DeletedItem'];
export type HistoryEntry = components['schemas']['HistoryEntry'];
export type FoundPerson = components['schemas']['FoundPerson'];
export type ErasureReceipt = components['schemas']['ErasureReceipt'];
export type Compensation = components['schemas']['Compensation'];
export type UndoOutcome = components['schemas']['UndoOutcome'];
export type Summary = components['schemas']['Summary'];
export type Series = components['schemas']['Series'];
export type VisitsPoint = components['schemas']['VisitsPoint'];
export type Mark = components['schemas']['Mark'];
export type Review = components['schemas']['Review'];
export type Shop = components['schemas']['Shop'];
export type Price = components['schemas']['Price'];
export type SubScore = components['schemas']['SubScore'];
export type ContentHeading = components['schemas']['ContentHeading'];
export type Correction = components['schemas']['Correction'];
export type ListedCorrection = components['schemas']['ListedCorrection'];
export type CorrectedField = components['schemas']['CorrectedField'];
export type NewReview = components['schemas']['NewReview'];
export type NewShop = components['schemas']['NewShop'];
export type NewSubScore = components['schemas']['NewSubScore'];
export type ReviewChanges = components['schemas']['ReviewChanges'];
export type Article = components['schemas']['Article'];
export type NewArticle = components['schemas']['NewArticle'];
export type ArticleChanges = components['schemas']['ArticleChanges'];
export type Page = components['schemas']['Page'];
export type NewPage = components['schemas']['NewPage'];
export type PageChanges = components['schemas']['PageChanges'];
export type Name = components['schemas']['Name'];
export type AuthorName = components['schemas']['AuthorName'];
export type NameLink = components['schemas']['NameLink'];
export type Neighbours = components['schemas']['Neighbours'];
export type Neighbour = components['schemas']['Neighbour'];
export type Choice = components['schemas']['Choice'];
export type Facets = components['schemas']['Facets'];
export type Category = components['schemas']['Category'];
export type Criterion = components['schemas']['Criterion'];
export type ComparedSpecification = components['schemas']['ComparedSpecification'];
export type NewCriterion = components['schemas']['NewCriterion'];
export type NewCategory = components['schemas']['NewCategory'];
export type CategoryChanges = components['schemas']['CategoryChanges'];
export type Product = components['schemas']['Product'];
export type BotStatus = components['schemas']['BotStatus'];
export type BulkResult = components['schemas']['BulkResult'];
export type BulkChange = components['schemas']['BulkChange'];
export type FieldError = components['schemas']['FieldError'];
export type Problem = components['schemas']['Problem'];
export type Written = components['schemas']['Written'];
export type Thanks = components['schemas']['Thanks'];
export type Message = components['schemas']['Message'];
export type Key = components['schemas']['Key'];
export type CreatedKey = components['schemas']['CreatedKey'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
