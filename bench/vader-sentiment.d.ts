/** The package brings no types. */
declare module "vader-sentiment" {
  const vader: {
    readonly SentimentIntensityAnalyzer: {
      readonly polarity_scores: (text: string) => { readonly compound: number };
    };
  };
  export default vader;
}
