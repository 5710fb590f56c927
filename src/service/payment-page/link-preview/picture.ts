// What a picture shows, and how large it is.

/** The size of a picture, in pixels: what messengers show in full (Open Graph). */
export const pictureSize = { width: 1200, height: 630 }

/** What a picture shows. */
export interface PictureFacts {
  store: string
  /** What is bought; '' where the charge does not say. */
  what: string
  /** The price; '' where the payer chooses the amount. */
  price: string
  /** What is said in the corner, of a test; '' for nothing. */
  badge: string
  /** The brand's color, as `#rgb` or `#rrggbb`; undefined for none. */
  color: string | undefined
  /** The language of the texts (BCP 47). */
  locale: string
  isRtl: boolean
}
