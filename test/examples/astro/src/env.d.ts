/** The attributes of the element in Astro's templates, for the editor and `astro check`. */
declare namespace astroHTML.JSX {
  interface IntrinsicElements {
    'pay-charge': import('pay-charge').PayChargeAttributes & HTMLAttributes
  }
}
